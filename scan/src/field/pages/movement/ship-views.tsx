import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { FieldCheck } from '@zhuiyuan/contract/fieldwork/field-moves';
import { CodeText } from '../../../parts/code-text.tsx';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { count } from '../../../lib/words.ts';
import { levels } from '../../lib/words.ts';
import { Card, CardHead, Nothing, Thumb } from '../../parts/cards.tsx';
import { badOf, itemsOf, type Receiver, type Shipment, type ShipRow } from './shipping.ts';

/** To whom it goes. */
export const ReceiverCard = ({ receiver, change }: { receiver: Receiver; change: () => void }) => (
  <section className="card f-doc">
    <span className="f-body">
      <span className="f-text">{receiver.kind === Holder.shop ? '发往门店' : '发往经销商'}</span>
      <b>{receiver.name}</b>
    </span>
    <button type="button" className="f-link" onClick={change}>
      更改
    </button>
  </section>
);

interface RowActs {
  drop: (code: string) => void;
  /** A code that lies in a box is to be sent by itself. */
  split: (check: FieldCheck, code: string) => void;
}

const ScannedRow = ({ row: { code, check, splits }, drop, split }: { row: ShipRow } & RowActs) => {
  const isBad = check !== undefined && !check.ok;
  return (
    <div className={`f-row f-scanned ${isBad ? 'f-no' : ''}`}>
      <Thumb address={check?.image ?? ''} />
      <span className="f-body">
        <b>{check?.storeName || (check ? '未知编码' : '待核对')}</b>
        <span className="f-text">
          {check ? `${levels[check.level]} ` : ''}
          <CodeText code={code} />
          {splits && ' 拆零'}
        </span>
        {isBad && <span className="f-why">{check.errMsg}</span>}
        {check?.ok &&
          check.warn.map((words) => (
            <span key={words} className="f-warn">
              {`◆ ${words}`}
            </span>
          ))}
      </span>
      <span className="f-end">
        {check?.ok ? `${count(check.itemQty)} 件` : ''}
        {check?.box && (
          <button type="button" className="f-link" aria-label={`拆零发货${code}`} onClick={() => split(check, code)}>
            拆零发货
          </button>
        )}
        <button type="button" className="f-link" aria-label={`移除${code}`} onClick={() => drop(code)}>
          移除
        </button>
      </span>
    </div>
  );
};

/** What was scanned, the newest first. */
export const ScannedRows = ({ shipment, ...acts }: { shipment: Shipment } & RowActs) =>
  shipment.rows.length > 0 ? (
    <Card>
      <CardHead title={`已扫 ${count(shipment.rows.length)} 个码`} right={`${count(itemsOf(shipment))} 件`} />
      <div className="f-rows">
        {shipment.rows.map((row) => (
          <ScannedRow key={row.code} row={row} {...acts} />
        ))}
      </div>
    </Card>
  ) : (
    <Nothing icon="scan" words="扫描产品码或箱码，可用扫码枪直接扫" />
  );

/** How much would be sent; scanning on, and confirming, or first taking out what cannot be sent. */
export const ShipFoot = ({
  shipment,
  refusal,
  isShipping,
  scan,
  dropBad,
  submit,
}: {
  shipment: Shipment;
  /** Why it was not sent just now. */
  refusal: string;
  isShipping: boolean;
  scan: () => void;
  dropBad: () => void;
  submit: () => void;
}) => {
  const wrong = badOf(shipment).length;
  const items = count(itemsOf(shipment));
  return (
    <div>
      {refusal && (
        <p className="f-barrier" role="alert">
          {refusal}
        </p>
      )}
      <p className="f-sums">
        <span>
          共 <b>{count(shipment.rows.length)}</b> 个码
        </span>
        <span>
          <b>{items}</b> 件
        </span>
      </p>
      <div className="acts f-two">
        <button type="button" className="button" onClick={scan}>
          <FieldIcon name="scan" size={18} />
          扫码
        </button>
        <button
          type="button"
          className="button solid"
          disabled={shipment.rows.length === 0 || isShipping}
          onClick={wrong > 0 ? dropBad : submit}
        >
          {isShipping ? '发货中' : wrong > 0 ? `移除 ${wrong} 个异常码` : `确认发货 ${items} 件`}
        </button>
      </div>
    </div>
  );
};
