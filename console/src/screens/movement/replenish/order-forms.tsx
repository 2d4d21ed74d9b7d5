import { needOrderApi, type NeedOrder, type NeedOrderRow } from '@zhuiyuan/contract/movement/replenish/need-order';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { AreaField, MoneyField, TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { contentKey } from '../../../lib/new-key.ts';
import { needChanges } from './need-changes.ts';
import './need.css';

const unpaidOf = ({ totalAmount, payAmount, deductAmount }: NeedOrderRow): number =>
  totalAmount - payAmount - deductAmount;

/** Sends a draft under a key that stays as long as what it says. */
const useKeyed = (draft: Draft<NeedOrderRow>): Draft<NeedOrderRow> => {
  const [keyFor] = useState(contentKey);
  return { ...draft, submit: (values) => draft.submit({ ...values, idemKey: keyFor(values) }) };
};

const Owed = ({ items }: { items: readonly { label: string; value: string }[] }) => (
  <div className="zy-need-owed">
    <Facts items={items} />
  </div>
);

export const useOrderCancel = (): Draft<NeedOrderRow> =>
  useKeyed(
    useDraft({
      create: needOrderApi.cancel,
      list: needOrderApi.list,
      refresh: needChanges,
      from: ({ id }) => ({ id }),
      done: { update: '已取消' },
    }),
  );

/** 取消: says what comes back, and asks why. */
export const OrderCancel = ({ draft }: { draft: Draft<NeedOrderRow> }) => (
  <FormModal draft={draft} title={`取消要货订单 ${draft.row?.orderNo ?? ''}`} save="取消订单">
    {draft.row && draft.row.deductAmount > 0 && (
      <NoticeBar tone="wait">已抵扣的 ¥{moneyText(draft.row.deductAmount)} 将退回经销商的抵扣余额</NoticeBar>
    )}
    {draft.row && draft.row.payAmount > 0 && (
      <NoticeBar tone="wait">已登记付款 ¥{moneyText(draft.row.payAmount)}，请另行退款</NoticeBar>
    )}
    <AreaField name="reason" label="取消原因" placeholder="如 经销商下错单" />
  </FormModal>
);

export const useOrderPay = (): Draft<NeedOrderRow> =>
  useKeyed(
    useDraft({
      create: needOrderApi.pay,
      list: needOrderApi.list,
      refresh: needChanges,
      from: (row) => ({ id: row.id, amount: unpaidOf(row) }),
      done: { update: '登记成功' },
    }),
  );

/** 登记付款: at first all that is unpaid. */
export const OrderPay = ({ draft }: { draft: Draft<NeedOrderRow> }) => (
  <FormModal draft={draft} title={`登记付款 ${draft.row?.orderNo ?? ''}`} save="登记">
    {draft.row && <Owed items={[{ label: '未付金额', value: `¥${moneyText(unpaidOf(draft.row))}` }]} />}
    <MoneyField name="amount" label="付款金额" />
    <ImageField name="voucher" label="付款凭证" />
    <TextField name="remark" label="备注" placeholder="如 银行转账" />
  </FormModal>
);

interface DeductDraft extends Draft<NeedOrderRow> {
  order: NeedOrder | undefined;
}

export const useOrderDeduct = (): DeductDraft => {
  const [order, setOrder] = useState<NeedOrder>();
  const draft = useKeyed(
    useDraft({
      create: needOrderApi.deduct,
      list: needOrderApi.list,
      refresh: needChanges,
      from: async ({ id }) => {
        const whole = await call(needOrderApi.info, { id }, { quiet: true });
        setOrder(whole);
        return { id, amount: Math.min(whole.dedBalance ?? 0, unpaidOf(whole)) || undefined };
      },
      done: { update: '抵扣成功' },
    }),
  );
  return { ...draft, order };
};

/** 使用抵扣: at most what the dealer is owed, and what is unpaid. */
export const OrderDeduct = ({ draft: { order, ...draft } }: { draft: DeductDraft }) => (
  <FormModal draft={draft} title={`使用抵扣 ${draft.row?.orderNo ?? ''}`} save="抵扣">
    {order && order.id === draft.row?.id && (
      <Owed
        items={[
          { label: '抵扣余额', value: `¥${moneyText(order.dedBalance ?? 0)}` },
          { label: '未付金额', value: `¥${moneyText(unpaidOf(order))}` },
        ]}
      />
    )}
    {order?.dedBalance === 0 && order.id === draft.row?.id && (
      <NoticeBar tone="wait">该经销商没有可用的抵扣余额</NoticeBar>
    )}
    <MoneyField name="amount" label="抵扣金额" />
    <TextField name="remark" label="备注" placeholder="如 抵扣11月货款" />
  </FormModal>
);
