import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { Link } from 'react-router';
import { orderPage } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';

/** The number of an order, leading to it for who may open it. */
export const OrderLink = ({ id, orderNo }: { id: number | null; orderNo: string }) => {
  const may = useMay();
  if (!id || !may(needOrderApi.info.may)) return <span className="zy-mono">{orderNo}</span>;
  return (
    <Link className="zy-mono" to={orderPage(id)}>
      {orderNo}
    </Link>
  );
};
