import type { Deliver } from '@zhuiyuan/contract/movement/document/deliver';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { LifeRail, type Stage } from '../../../parts/format/life-rail.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { shortTimeText } from '../../../parts/format/times.ts';

/** Where a document stands: 建单, 发货 (or 退货, 调拨), 签收中, 签收完成; one that was cancelled ends in a dash. */
const stagesOfDeliver = (
  doc: Pick<
    Deliver,
    'bizType' | 'status' | 'createTime' | 'shipAt' | 'signAt' | 'firstSignAt' | 'itemQty' | 'signQty' | 'updateTime'
  >,
): Stage[] => {
  const begun: Stage[] = [
    { name: '建单', note: shortTimeText(doc.createTime), state: 'done' },
    { name: BizType.label(doc.bizType), note: shortTimeText(doc.shipAt), state: 'done' },
  ];
  if (doc.status === DeliverStatus.cancelled)
    return [...begun, { name: '已撤销', note: shortTimeText(doc.updateTime), state: 'gone' }];
  const signed = `已签 ${countText(doc.signQty)} / ${countText(doc.itemQty)} 件`;
  if (doc.status === DeliverStatus.signed)
    return [
      ...begun,
      { name: '签收中', note: doc.firstSignAt ? shortTimeText(doc.firstSignAt) : signed, state: 'done' },
      { name: '签收完成', note: doc.signAt ? shortTimeText(doc.signAt) : signed, state: 'done' },
    ];
  return [
    ...begun,
    { name: doc.signQty > 0 ? '签收中' : '待签收', note: signed, state: 'now' },
    { name: '签收完成', note: `还差 ${countText(doc.itemQty - doc.signQty)} 件`, state: 'ahead' },
  ];
};

/** Where the document stands, and what it comes to. */
export const DeliverProgress = ({ doc }: { doc: Deliver }) => {
  const totals = [
    { label: '大箱', value: doc.caseQty, unit: '箱' },
    { label: '小箱', value: doc.boxQty, unit: '箱' },
    { label: '单品', value: doc.looseQty, unit: '件' },
    { label: '合计', value: doc.itemQty, unit: '件' },
    { label: '已签收', value: doc.signQty, unit: '件' },
  ];
  return (
    <section className="sheet zy-deliver-progress" aria-label="进度与合计">
      <LifeRail stages={stagesOfDeliver(doc)} />
      <dl>
        {totals.map(({ label, value, unit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {countText(value)} <small>{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
