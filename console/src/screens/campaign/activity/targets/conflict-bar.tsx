import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import CircleAlert from 'icon:circle-alert';
import { useState } from 'react';
import { Link } from 'react-router';
import { countText } from '../../../../parts/format/numbers.ts';
import { EnumTag } from '../../../../parts/format/tag.tsx';
import { timeText } from '../../../../parts/format/times.ts';
import { SideDrawer } from '../../../../parts/frame/side-drawer.tsx';
import { detailPage } from '../addresses.ts';
import { freeStart, sharedPeriod, shortMoment, shortPeriod } from './overlap.ts';
import type { ActivityCheck } from '../rows.ts';

type Conflict = ActivityCheck['conflicts'][number];

const namesText = ({ shared, sharedCount }: Conflict): string =>
  shared.join('、') + (sharedCount > shared.length ? ` 等 ${countText(sharedCount)} 个` : '');

/** What another activity that runs at the same time shares with this one, on every step, with the way out of it. */
export const ConflictBar = ({
  conflicts,
  startAt,
  endAt,
  move,
}: {
  conflicts: readonly Conflict[];
  startAt: string;
  endAt: string;
  /** Puts the start elsewhere; absent where it is fixed. */
  move: ((startAt: string) => void) | undefined;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const [first] = conflicts;
  if (!first) return null;
  const shared = sharedPeriod({ startAt, endAt }, first);
  const free = freeStart({ startAt, endAt }, conflicts);
  return (
    <div className="zy-conflict" role="alert">
      <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <b>
          与活动「{first.actName}」的投放范围及时间重叠
          {conflicts.length > 1 && `，另有 ${conflicts.length - 1} 个活动`}
        </b>
        <p>
          共有投放对象 {countText(first.sharedCount)} 个
          {shared && `，${shortPeriod(shared.startAt, shared.endAt)} 共 ${countText(shared.days)} 天`}
          。可以保存草稿，处理后才能发布
        </p>
      </div>
      <span className="zy-conflict-links">
        <button type="button" onClick={() => setIsOpen(true)}>
          查看重叠
        </button>
        {move && free && (
          <button type="button" onClick={() => move(free)}>
            改为 {shortMoment(free)} 开始
          </button>
        )}
      </span>
      <SideDrawer isOpen={isOpen} close={() => setIsOpen(false)} title="重叠的活动" width={560}>
        <ul className="zy-conflicts">
          {conflicts.map((each) => (
            <li key={each.activityId}>
              <p>
                <Link to={detailPage(each.activityId)}>{each.actName}</Link>
                <EnumTag of={ActivityStatus} value={each.status} />
              </p>
              <dl>
                <div>
                  <dt>活动时间</dt>
                  <dd>
                    {timeText(each.startAt)} 至 {timeText(each.endAt)}
                  </dd>
                </div>
                <div>
                  <dt>共有对象</dt>
                  <dd>{namesText(each)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      </SideDrawer>
    </div>
  );
};
