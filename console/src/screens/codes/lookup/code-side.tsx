import { GeoSource, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { ReactNode } from 'react';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { LotLink, ProductLink, TaskLink } from '../../../parts/format/object-links.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { shortTimeText, timeText } from '../../../parts/format/times.ts';
import type { Search } from '../../../parts/list/use-search.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { BoxTree } from './box-tree.tsx';
import type { ScanRow } from './code-tabs.tsx';
import { productText } from './code-head.tsx';
import { CodeRegistration } from './code-registration.tsx';

const shownScans = 3;

const placeOf = ({ province, city }: ScanRow) => [province, city].filter(Boolean).join(' ') || '位置未知';

const bindingOf = (facts: CodeFacts) => [
  { label: '启用时间', value: facts.activatedAt ? timeText(facts.activatedAt) : '未启用' },
  { label: '产品', value: facts.storeName && <ProductLink id={facts.productId}>{productText(facts)}</ProductLink> },
  { label: '批次', value: facts.lotNo && <LotLink id={facts.lotId}>{facts.lotNo}</LotLink> },
  { label: '渠道', value: facts.channelName },
  { label: '持有方', value: facts.holderName },
  { label: '生产日期', value: facts.produceDate },
  { label: '保质期至', value: facts.expireDate },
  { label: '生码任务', value: <TaskLink taskNo={facts.taskNo} /> },
  { label: '码段', value: `${facts.seg}，${Level.label(facts.level)}码第 ${countText(facts.serial)} 个` },
  { label: '所属企业', value: facts.firmName },
];

/** What a code is bound to, and who asked about it last. */
export const CodeSide = ({
  facts,
  scans,
  whereabouts,
}: {
  facts: CodeFacts;
  scans: Pick<Search<unknown, ScanRow>, 'rows' | 'isFirstLoad'>;
  /** Who has it and what is thought of that, for who may know. */
  whereabouts: ReactNode;
}) => (
  <div className="zy-code-side">
    <BoxTree facts={facts} />
    {whereabouts}
    <Sheet title="启用与批次">
      <Facts items={bindingOf(facts)} />
    </Sheet>
    <CodeRegistration facts={facts} />
    <Sheet title="最近扫码" finding={facts.scanCnt > 0 ? `共计次 ${countText(facts.scanCnt)} 次` : undefined}>
      {scans.rows.length === 0 && !scans.isFirstLoad && <p className="zy-codes-none">还没有人查询过这个码</p>}
      <ul className="zy-code-scans">
        {scans.rows.slice(0, shownScans).map((scan) => (
          <li key={scan.id}>
            <span>
              {placeOf(scan)}
              <small>
                {shortTimeText(scan.at)}，
                {GeoSource.label(scan.geoSource) === '无' ? '无定位' : GeoSource.label(scan.geoSource)}
              </small>
            </span>
            <EnumTag of={Verdict} value={scan.verdict} />
          </li>
        ))}
      </ul>
    </Sheet>
  </div>
);
