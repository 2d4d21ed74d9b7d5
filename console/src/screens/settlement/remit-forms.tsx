import { Code } from '@zhuiyuan/contract/kit/codes';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { passwordAgainTyped } from '@zhuiyuan/contract/access/ask-again';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { passwordAbove, remitApi, type RemitRow } from '@zhuiyuan/contract/settlement/remit';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';
import { AreaField, MoneyField, OwnField, PasswordField, RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft, type Draft, type FormDraft } from '../../parts/form/use-draft.ts';
import { Facts } from '../../parts/format/facts.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { timeText } from '../../parts/format/times.ts';
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

/** 审核 of one remittance, or of those ticked ones that wait for it. */
export interface AuditDraft extends Draft<RemitRow> {
  rows: readonly RemitRow[];
  /** How many of the ticked ones do not wait for it. */
  others: number;
  openMany: (picked: readonly RemitRow[]) => void;
}

const waitsForAudit = ({ status, payState, auditAt }: RemitRow): boolean =>
  status === RemitStatus.waiting && payState === null && auditAt === null;

/** What is sent of rows: they are passed as they were seen. */
const seenAs = (rows: readonly RemitRow[]) => ({
  ids: rows.map(({ id }) => id),
  versions: rows.map(({ version }) => version),
});

export const useRemitAudit = (done: () => void): AuditDraft => {
  const [many, setMany] = useState<{ rows: readonly RemitRow[]; others: number }>({ rows: [], others: 0 });
  const draft = useDraft({
    create: remitApi.audit,
    list: remitApi.list,
    refresh: remitChanges,
    blank: { audit: Review.passed },
    from: (row) => ({ ...seenAs([row]), audit: row.isPayable ? Review.passed : Review.rejected, notTaken: false }),
    done: { create: '', update: '' },
    onSaved: (data, values) => {
      tellMany(data, values['audit'] === Review.passed ? '通过' : '驳回');
      done();
    },
  });
  return {
    ...draft,
    ...(draft.row ? { rows: [draft.row], others: 0 } : many),
    openMany: (picked) => {
      const rows = picked.filter(waitsForAudit);
      if (rows.length === 0) return toast.warning('请选择待审核的打款单');
      setMany({ rows, others: picked.length - rows.length });
      draft.open(undefined, seenAs(rows));
    },
    submit: async (values) => {
      const rejects = values['audit'] === Review.rejected;
      if (rejects && draft.row?.bankFileAt) requireNotTaken(values);
      await draft.submit(values);
    },
  };
};

/** What lies at the bank is let go of by somebody's word only. */
const requireNotTaken = (values: Record<string, unknown>): void => {
  const message = '打款单已导出银行批量文件，请先导入打款结果；银行未受理的请勾选';
  if (values['notTaken'] !== true) throw new ApiError(Code.invalid, message, [{ field: 'notTaken', message }]);
};

const TickInput = ({
  value = false,
  onChange,
  id,
}: {
  value?: boolean;
  onChange?: (ticked: boolean) => void;
  id?: string;
}) => (
  <Checkbox id={id} checked={value} onChange={({ target }) => onChange?.(target.checked)}>
    已向银行确认未受理
  </Checkbox>
);

/** Asked of what was put into a file for the bank. */
const NotTaken = ({ row }: { row: RemitRow | undefined }) =>
  row?.bankFileAt ? (
    <OwnField
      name="notTaken"
      label="银行批量文件"
      help={`${timeText(row.bankFileAt)} 已导出，银行可能正在打款；银行已受理的请用“导入打款结果”`}
      hasStar
    >
      <TickInput />
    </OwnField>
  ) : null;

export const RemitAudit = ({ draft }: { draft: AuditDraft }) => (
  <FormModal
    draft={draft}
    title={draft.row ? `审核 ${draft.row.remitNo}` : `审核 ${countText(draft.rows.length)} 笔打款单`}
    save="确定"
  >
    <Head row={draft.row} />
    {draft.row && !draft.row.isPayable && (
      <NoticeBar tone="wait">收款账户信息不完整，补全门店或经销商的收款账户后才能通过</NoticeBar>
    )}
    {draft.others > 0 && <NoticeBar tone="idle">所选中另有 {countText(draft.others)} 笔不在待审核，不受影响</NoticeBar>}
    <RadioField name="audit" label="审核结果" from={results} />
    <Cause rows={draft.rows} />
  </FormModal>
);

/** What a rejection gives back, and where to. */
export const givenBack = (rows: readonly RemitRow[]): string => {
  const sums = rows.reduce(
    (sum, { ductAmount, offset, rewardAmount }) => ({
      duct: sum.duct + ductAmount - offset,
      reward: sum.reward + rewardAmount,
    }),
    { duct: 0, reward: 0 },
  );
  const parts = [
    sums.duct > 0 && `核销抵扣 ${moneyText(sums.duct)} 元退回抵扣余额`,
    sums.reward > 0 && `奖励 ${moneyText(sums.reward)} 元退回待结算奖励`,
  ].filter(Boolean);
  return `驳回后${parts.join('，')}，可以重新结算`;
};

const Cause = ({ rows }: { rows: readonly RemitRow[] }) =>
  Form.useWatch('audit') === Review.rejected ? (
    <>
      <AreaField name="remark" label="驳回原因" help={givenBack(rows)} rows={2} hasStar />
      {rows.length === 1 && <NotTaken row={rows[0]} />}
    </>
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

export const useRemitPay = (): Draft<RemitRow> => {
  const draft = useDraft({
    create: remitApi.voucher,
    list: remitApi.list,
    refresh: remitChanges,
    from: ({ id, version }) => ({ id, version, fee: 0, notTaken: false }),
    done: { update: '操作成功' },
  });
  return {
    ...draft,
    submit: async (values) => {
      const { row } = draft;
      if (!row) return;
      const fee = Number(values['fee'] ?? 0);
      const message = '手续费不能大于打款金额';
      if (fee > row.amount) throw new ApiError(Code.invalid, message, [{ field: 'fee', message }]);
      if (row.bankFileAt) requireNotTaken(values);
      const text = `确认已向${payeeName(row)}（${row.accountName}）打款¥${moneyText(row.amount)}${fee > 0 ? `，手续费¥${moneyText(fee)}` : ''}？`;
      if (await confirm({ text, verb: '确认已打款', saysCancelled: false })) await draft.submit(values);
    },
  };
};

/** 打款 outside of the product: what was paid, with its voucher. */
export const RemitPay = ({ draft }: { draft: Draft<RemitRow> }) => (
  <FormModal draft={draft} title={`打款 ${draft.row?.remitNo ?? ''}`} save="确认已打款">
    <Head row={draft.row} />
    <ImageField name="voucher" label="打款凭证" help="银行或支付宝回单" hasStar />
    <MoneyField name="fee" label="手续费" help="不大于打款金额" />
    <NotTaken row={draft.row} />
  </FormModal>
);
