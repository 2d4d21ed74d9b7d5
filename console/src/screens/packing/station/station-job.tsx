import { packingApi, type StationBox } from '@zhuiyuan/contract/packing/packing';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { useRead } from '../../../lib/use-read.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { productChoices, useLots, useProduct, useProducts } from '../../../parts/pickers/use-choices.ts';
import type { StationWork } from './use-station.ts';

/** What is packed here and how, of an opened box what it is of, and what came of it today: of the whole firm, and the failures of this station. */
export const StationJob = ({
  work,
  box,
  asks,
  failures,
}: {
  work: StationWork;
  box: StationBox | undefined;
  asks: 0 | 1;
  failures: number;
}) => {
  const { data } = useRead(packingApi.cards, {});
  const productId = box?.productId ?? work.productId;
  const product = useProduct(productId);
  const name = productChoices(useProducts()).labelOf(productId ?? 0);
  const lot = useLots(work.productId).all.find(({ id }) => id === work.lotId);
  const isAlone = asks === Level.item;
  const counts = [
    { label: isAlone ? '今日装小箱' : '今日装大箱', value: isAlone ? data?.boxCnt : data?.caseCnt, unit: '箱' },
    { label: '今日装入', value: data?.itemCnt, unit: '件' },
    { label: '本机失败', value: failures, unit: '次' },
    { label: '今日拆箱', value: data?.openCnt, unit: '次' },
  ];
  return (
    <section className="sheet zy-station-job" aria-label="当前工作">
      {product && <Thumb src={product.image} label={product.storeName} size={56} />}
      <div className="zy-station-what">
        <b>{(box?.storeName || product?.storeName) ?? name ?? '不限产品'}</b>
        <p>
          {(box?.lotNo || lot) && <span>批次 {box?.lotNo || lot?.lotNo}</span>}
          <span>目标 {isAlone ? '小箱' : '大箱'}</span>
          {work.capacity && !work.productId && <span>容量 {work.capacity}</span>}
          <span>{work.submitsFull ? '满箱自动提交' : '手动提交'}</span>
          {lot && <span>未启用的码装箱即启用</span>}
        </p>
      </div>
      <dl>
        {counts.map(({ label, value, unit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={value === 0 ? 'zy-zero' : undefined}>
              {value === undefined ? '-' : countText(value)} <small>{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
