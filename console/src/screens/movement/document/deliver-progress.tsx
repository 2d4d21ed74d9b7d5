import type { Deliver } from '@zhuiyuan/contract/movement/document/deliver';
import { LifeRail } from '../../../parts/format/life-rail.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { stagesOfDeliver } from './stages-of-deliver.ts';

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
