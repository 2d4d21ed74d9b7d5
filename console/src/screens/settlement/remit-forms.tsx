import { Review } from '@zhuiyuan/contract/kit/review';
import { passwordAgainTyped } from '@zhuiyuan/contract/access/ask-again';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { passwordAbove, remitApi, type RemitRow } from '@zhuiyuan/contract/settlement/remit';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';
import { AreaField, MoneyField, PasswordField, RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft, type Draft, type FormDraft } from '../../parts/form/use-draft.ts';
import { Facts } from '../../parts/format/facts.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { ImageField } from '../../parts/gallery/image-field.tsx';
import { payeeName, periodText } from './remit-columns.tsx';
import { remitChanges } from './remit-changes.ts';

/** Says what came of an act on several rows: how many, and why not the others. */
export const tellMany = ({ ok, fail }: DoneToMany, verb: string): void => {
  if (fail.length === 0) return toast.success('操作成功');
  const causes = [...new Set(fail.map(({ message }) => message))].join('、');
  toast.warning(`${ok > 0 ? `已${verb} ${countText(ok)} 笔，` : ''}${countText(fail.length)} 笔未${verb}：${causes}`);
};

const results = [
  { value: Review.passed, label: '通过' },
  { value: Review.rejected, label: '驳回' },
];

const Head = ({ row }: { row: RemitRow | undefined }) =>
  row && (
    <div className="zy-remit-head">
      <Facts
        items={[
          { label: '收款方', value: payeeName(row) },
          { label: '打款金额', value: `${moneyText(row.amount)} 元` },
          {
            label: '收款账户',
            value: row.channel ? `${PayeeChannel.label(row.channel)} ${row.account} ${row.accountName}` : '未登记',
          },
          { label: '结算周期', value: periodText(row) },
        ]}
      />
    </div>
  );

/** 审核 of one remittance, or of all that are ticked. */
export interface AuditDraft extends Draft<RemitRow> {
  count: number;
}

export const useRemitAudit = (ids: readonly number[], done: () => void): AuditDraft => {
  const draft = useDraft({
    create: remitApi.audit,
    list: remitApi.list,
    refresh: remitChanges,
    blank: { audit: Review.passed },
    from: ({ id, isPayable }) => ({ ids: [id], audit: isPayable ? Review.passed : Review.rejected }),
    done: { create: '', update: '' },
    onSaved: (data, values) => {
      tellMany(data, values['audit'] === Review.passed ? '通过' : '驳回');
      done();
    },
  });
  return {
    ...draft,
    count: draft.row ? 1 : ids.length,
    submit: (values) => draft.submit({ ...values, ids: draft.row ? [draft.row.id] : ids }),
  };
};

export const RemitAudit = ({ draft: { count, ...draft } }: { draft: AuditDraft }) => (
  <FormModal
    draft={draft}
    title={draft.row ? `审核 ${draft.row.remitNo}` : `审核 ${countText(count)} 笔打款单`}
    save="确定"
  >
    <Head row={draft.row} />
    {draft.row && !draft.row.isPayable && (
      <NoticeBar tone="wait">收款账户信息不完整，补全门店或经销商的收款账户后才能通过</NoticeBar>
    )}
    <RadioField name="audit" label="审核结果" from={results} />
    <Cause />
  </FormModal>
);

const Cause = () =>
  Form.useWatch('audit') === Review.rejected ? (
    <AreaField name="remark" label="驳回原因" help="驳回后金额退回抵扣余额，可以重新结算" rows={2} hasStar />
  ) : (
    <NoticeBar tone="idle">通过后由另一人打款</NoticeBar>
  );

/** What is paid over WeChat at once: one, or all that are ticked; or one once more. */
export interface WeixinPay {
  rows: readonly RemitRow[];
  isRetry?: boolean;
}

const PayForm = z.object({ password: passwordAgainTyped });

/** 打款 over WeChat Pay: asks once more with who gets what, above 1,000 yuan with the password. `open` resolves when it is done or given up. */
export const useWeixinPay = (done: () => void) => {
  const client = useQueryClient();
  const [asked, setAsked] = useState<WeixinPay>();
  const [isBusy, lock] = useSubmitLock();
  const send = async ({ rows, isRetry }: WeixinPay, password: string): Promise<void> => {
    if (isRetry) {
      await call(remitApi.retry, { id: rows[0]!.id, password }, { quiet: true });
      toast.success('操作成功');
    } else tellMany(await call(remitApi.pay, { ids: rows.map(({ id }) => id), password }, { quiet: true }), '打款');
    for (const each of remitChanges) void client.invalidateQueries({ queryKey: [each.path] });
    done();
  };
  const open = async (given: WeixinPay): Promise<void> => {
    if (sumOf(given.rows) > passwordAbove) return setAsked(given);
    if (await confirm({ text: payQuestion(given), verb: given.isRetry ? '重试' : '打款', saysCancelled: false }))
      await send(given, '').catch(toast.failure);
  };
  const draft: FormDraft = {
    isOpen: asked !== undefined,
    isNew: true,
    schema: PayForm,
    initial: {},
    loadError: undefined,
    round: asked?.rows[0]?.id ?? 0,
    isBusy,
    submit: async (values) => {
      await lock(() => send(asked!, String(values['password'] ?? '')));
      setAsked(undefined);
    },
    close: () => setAsked(undefined),
    reload: () => undefined,
    refresh: () => undefined,
  };
  return { open, draft, asked };
};

const sumOf = (rows: readonly RemitRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

const payQuestion = ({ rows, isRetry }: WeixinPay): string => {
  const [first] = rows;
  if (rows.length === 1 && first)
    return isRetry
      ? `将以新的商户单号再次向${first.accountName}打款¥${moneyText(first.amount)}，确定重试？`
      : `确定向${first.accountName}打款¥${moneyText(first.amount)}？`;
  return `确定向${countText(rows.length)}个收款方打款，合计¥${moneyText(sumOf(rows))}？`;
};

/** The question above 1,000 yuan. */
export const WeixinPayModal = ({ pay: { draft, asked } }: { pay: ReturnType<typeof useWeixinPay> }) => (
  <FormModal draft={draft} title="微信打款" save={asked?.isRetry ? '重试' : '打款'}>
    <p className="zy-remit-question">{asked && payQuestion(asked)}</p>
    <PasswordField name="password" label="登录密码" isNew={false} />
  </FormModal>
);

export const useRemitPay = (): Draft<RemitRow> =>
  useDraft({
    create: remitApi.voucher,
    list: remitApi.list,
    refresh: remitChanges,
    from: ({ id, version }) => ({ id, version, fee: 0 }),
    done: { update: '操作成功' },
  });

/** 打款 outside of the product: what was paid, with its voucher. */
export const RemitPay = ({ draft }: { draft: Draft<RemitRow> }) => (
  <FormModal draft={draft} title={`打款 ${draft.row?.remitNo ?? ''}`} save="确认已打款">
    <Head row={draft.row} />
    <ImageField name="voucher" label="打款凭证" help="银行或支付宝回单" hasStar />
    <MoneyField name="fee" label="手续费" />
  </FormModal>
);
