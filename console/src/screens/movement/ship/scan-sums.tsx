import { countText } from '../../../parts/format/numbers.ts';
import { Dot } from '../../../parts/format/tag.tsx';
import { SheetHead } from '../../../parts/frame/sheet.tsx';
import type { ShipPage } from './use-ship-page.ts';

/** 按产品核对: what would ship of each product, against the order where there is one. */
export const ScanSums = ({ page }: { page: Pick<ShipPage, 'order' | 'sums'> }) => {
  const { order, sums } = page;
  const hasOrder = order.size > 0;
  const ids = [...new Set([...order.keys(), ...sums.products.keys()])];
  const wanted = [...order.values()].reduce((sum, { remainQty }) => sum + (remainQty ?? 0), 0);
  const levels = [
    { label: '大箱', value: sums.caseQty, unit: '箱' },
    { label: '小箱', value: sums.boxQty, unit: '箱' },
    { label: '单品', value: sums.looseQty, unit: '件' },
  ];
  return (
    <aside className="sheet zy-ship-sums" aria-label="按产品核对">
      <SheetHead title="按产品核对" finding={hasOrder ? `订单 ${countText(wanted)} 件` : undefined} />
      <ul tabIndex={0} aria-label="产品">
        {ids.length === 0 && <li className="zy-ship-none">扫码后按产品合计</li>}
        {ids.map((id) => {
          const want = order.get(id)?.remainQty ?? null;
          const has = sums.products.get(id)?.itemQty ?? 0;
          const tone =
            want === null ? (hasOrder ? 'outside' : 'plain') : has > want ? 'over' : has === want ? 'full' : 'plain';
          return (
            <li key={id}>
              <span>
                <b>{sums.products.get(id)?.storeName ?? order.get(id)?.storeName}</b>
                <span>
                  {countText(has)}
                  {want !== null && ` / ${countText(want)}`} 件
                </span>
              </span>
              {hasOrder && (
                <>
                  <progress
                    className={`zy-ship-bar-${tone}`}
                    value={want === null ? 1 : Math.min(has, want)}
                    max={want === null ? 1 : Math.max(want, 1)}
                    aria-label={`${sums.products.get(id)?.storeName ?? ''}已扫`}
                  />
                  {tone === 'outside' && <Dot tone="wait">不在订单内，提交时需确认</Dot>}
                  {tone === 'over' && <Dot tone="wait">超出 {countText(has - want!)} 件，提交时需确认</Dot>}
                  {tone === 'full' && <small>已齐</small>}
                  {tone === 'plain' && <small>还差 {countText(want! - has)} 件</small>}
                </>
              )}
            </li>
          );
        })}
      </ul>
      <dl>
        {levels.map(({ label, value, unit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {countText(value)} <small>{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        可发合计
        <span>
          <b>{countText(sums.itemQty)}</b> 件
        </span>
      </p>
    </aside>
  );
};
