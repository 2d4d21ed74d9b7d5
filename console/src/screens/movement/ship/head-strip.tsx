import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { Button } from 'antd';
import ArrowRight from 'icon:arrow-right';
import Pencil from 'icon:pencil';
import { session, useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { nameOfChosen } from '../../../parts/form/choices.ts';
import { Dot } from '../../../parts/format/tag.tsx';
import { useOptions } from '../../../parts/pickers/firm-field.tsx';
import { OrderLink } from '../order-link.tsx';
import type { Head } from './scan-draft.ts';
import type { ShipPage } from './use-ship-page.ts';

/** What the ends of a document are called. */
export const useEndNames = ({ doc, head }: Pick<ShipPage, 'doc' | 'head'>): { from: string; to: string } => {
  const agents = useOptions('agent');
  const shops = useOptions('shop');
  const firms = useOptions('firm');
  const ownFirm = session.use((current) => current?.admin.firmName) ?? '';
  if (doc) return { from: doc.fromName, to: doc.toName };
  const nameOf = (kind: unknown, id: unknown, firmId: Head['firmId']): string => {
    if (Number(kind ?? Holder.firm) === Holder.firm) return firmId ? nameOfChosen(firms, Number(firmId)) : ownFirm;
    return nameOfChosen(Number(kind) === Holder.agent ? agents : shops, Number(id));
  };
  return {
    from: nameOf(head?.fromKind, head?.fromId, head?.firmId),
    to: nameOf(head?.toKind, head?.toId, head?.firmId),
  };
};

const End = ({ label, name, note }: { label: string; name: string; note: string }) => (
  <div className="zy-ship-end">
    <small>{label}</small>
    <b>
      {name || '-'} <small>{note}</small>
    </b>
  </div>
);

/** The head of a document while one scans: from whom to whom, and what is to be known of it. */
export const HeadStrip = ({
  page,
  isReturn,
  change,
}: {
  page: Pick<ShipPage, 'doc' | 'head' | 'warns'>;
  isReturn: boolean;
  change: () => void;
}) => {
  const { doc, head, warns } = page;
  const may = useMay();
  const names = useEndNames(page);
  const orderId = head?.orderId === undefined ? undefined : Number(head.orderId);
  const { data: orders } = useRead(
    needOrderApi.open,
    orderId && may(needOrderApi.open.may) ? { id: orderId } : undefined,
  );
  const orderNo = doc?.orderNo || orders?.[0]?.orderNo;
  return (
    <section className="sheet zy-ship-strip" aria-label={isReturn ? '退货单' : '发货单'}>
      <End
        label={isReturn ? '退货方' : '发货方'}
        name={names.from}
        note={doc?.warehouse || head?.warehouse || Holder.label(doc?.fromKind ?? head?.fromKind ?? Holder.firm)}
      />
      <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />
      <End label="收货方" name={names.to} note={Holder.label(doc?.toKind ?? head?.toKind)} />
      {warns.length > 0 && (
        <div className="zy-ship-end zy-ship-warn">
          <small>区域核对</small>
          <span>
            <Dot tone="wait">{warns.join('，')}</Dot>
          </span>
        </div>
      )}
      <span className="zy-ship-space" />
      {doc && (
        <div className="zy-ship-end">
          <small>追加到</small>
          <b className="zy-mono">{doc.deliverNo}</b>
        </div>
      )}
      {orderNo && (
        <div className="zy-ship-end">
          <small>要货订单</small>
          <b>
            <OrderLink id={doc?.orderId ?? orderId ?? null} orderNo={orderNo} />
          </b>
        </div>
      )}
      {!doc && (
        <Button icon={<Pencil size={14} strokeWidth={1.6} />} onClick={change}>
          更改
        </Button>
      )}
    </section>
  );
};
