import type { PoliceCompare } from '@zhuiyuan/contract/police/police-event';
import { policeEventOf } from '../../lib/object-addresses.ts';
import { Link } from 'react-router';
import { countText, percentText } from '../../parts/format/numbers.ts';

const share = ({ codes, outside }: PoliceCompare['own']): string => (codes === 0 ? '' : percentText(outside / codes));

const Part = ({ title, of }: { title: string; of: PoliceCompare['own'] }) => (
  <div>
    <span>{title}</span>
    <b>
      区外 {countText(of.outside)} 件 <small>{share(of)}</small>
    </b>
    {of.codes > 0 && (
      <i className="zy-police-bar" aria-hidden="true">
        {of.outside > 0 && <i style={{ width: `max(2px, ${(of.outside / Math.max(of.codes, of.outside)) * 100}%)` }} />}
      </i>
    )}
  </div>
);

/** 可比扫码: three facts that make a diversion likely or not. */
export const EventCompare = ({ compare: { own, others, proven, mistaken, last } }: { compare: PoliceCompare }) => (
  <div className="zy-police-compare">
    <Part title={`本经销商，同批已扫 ${countText(own.codes)} 件`} of={own} />
    <Part title={`其他 ${countText(others.agents)} 家经销商，同批已扫 ${countText(others.codes)} 件`} of={others} />
    <div>
      <span>本经销商，近 90 天</span>
      <b>
        窜货成立 {countText(proven)} 起 <small>误报 {countText(mistaken)} 起</small>
      </b>
      <span>
        {last ? (
          <>
            {last.at.slice(0, 10)} {last.region} {countText(last.hitCount)} 件，
            <Link to={policeEventOf(last.id)}>{last.eventNo}</Link>
          </>
        ) : (
          '没有成立过的窜货'
        )}
      </span>
    </div>
  </div>
);
