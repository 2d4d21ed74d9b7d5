import type { PendingRow as Pending } from '@zhuiyuan/contract/fieldwork/field-goods';
import { count } from '../../lib/words.ts';
import { Row, Thumb } from './cards.tsx';

/** Goods on the way longer than this should have arrived. */
const lateDays = 7;

/** A document on its way. */
export const PendingRow = ({ document }: { document: Pending }) => {
  const { id, storeName, kinds, itemQty, deliverNo, image, days, shipAt, hasDiff } = document;
  const isLate = days > lateDays;
  return (
    <Row
      path={`/r/receive/${id}`}
      lead={<Thumb address={image} />}
      title={kinds > 1 ? `${storeName}等 ${kinds} 种` : storeName || deliverNo}
      text={
        <span>
          {`${count(itemQty)} 件${hasDiff ? '待处理' : ''} · `}
          <span className="f-whole">{deliverNo}</span>
        </span>
      }
      end={
        <span>
          <span className={isLate ? 'f-late' : ''}>
            {isLate ? '✕ ' : ''}
            {`在途 ${days} 天`}
          </span>
          <span className="f-text">{`${shipAt.slice(5, 10)} 发出`}</span>
        </span>
      }
    />
  );
};
