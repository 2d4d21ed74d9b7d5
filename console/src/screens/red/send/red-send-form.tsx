import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import {
  mostSendRows,
  RedSendDraft,
  RedSendForm as withPassword,
  redSendApi,
} from '@zhuiyuan/contract/red/send/red-send';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import Download from 'icon:download';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { startDownload } from '../../../parts/list/export-button.tsx';
import { newKey } from '../../../lib/new-key.ts';
import { payoutList } from '../../../lib/object-addresses.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { useRead } from '../../../lib/use-read.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import {
  AreaField,
  MoneyField,
  OwnField,
  PasswordField,
  RadioField,
  SelectField,
} from '../../../parts/form/fields.tsx';
import { toChoices } from '../../../parts/form/choices.ts';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { FirmField, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { UploadInput } from '../../../parts/upload/upload-input.tsx';
import { FileLook, useFileLook } from './file-look.tsx';
import { ReceiverSelect } from './receiver-select.tsx';
import './red-send.css';

const owned = ['redActiveId'];
const Source = enumeration({ pick: { label: '选择消费者' }, file: { label: '上传名单' } });

/** The activities one can send of by hand. */
const ActiveField = () => {
  const form = Form.useFormInstance();
  const isPlatform = useIsPlatform();
  const chosen = Form.useWatch<number | undefined>('firmId');
  const firmId = isPlatform ? chosen : undefined;
  const redActiveId = Form.useWatch<number | undefined>('redActiveId', form);
  const before = useRef<number>(undefined);
  useEffect(() => {
    // Another activity may be paid through another app, where others are known.
    if (before.current !== undefined && redActiveId !== before.current) form.setFieldsValue({ uids: undefined });
    before.current = redActiveId;
  }, [redActiveId, form]);
  const rows = useOfFirm(useClassList('sendingRedActive'), firmId);
  const offered = offering(rows, (row) => !row.isDisabled && (firmId === undefined || row.firmId === firmId));
  return (
    <SelectField
      name="redActiveId"
      label="红包活动"
      from={toChoices(offered, (entry) => entry.name)}
      help="发放渠道为接口或上传文件、正在进行的红包活动"
    />
  );
};

const useActive = () => {
  const redActiveId = Form.useWatch<number | undefined>('redActiveId');
  return useRead(redActiveApi.info, redActiveId ? { id: redActiveId } : undefined).data;
};

/** What the chosen activity allows. */
const ActiveFacts = () => {
  const form = Form.useFormInstance();
  const active = useActive();
  useEffect(() => {
    // Who comes from an activity need not say whose it is.
    if (active && form.getFieldValue('firmId') === undefined) form.setFieldValue('firmId', active.firmId);
  }, [active, form]);
  if (!active) return null;
  return (
    <div className="zy-send-sum">
      <Facts
        isPaired
        items={[
          { label: '剩余预算', value: `${moneyText(active.remain)} 元` },
          { label: '单个金额', value: active.amountText },
          { label: '每人每日上限', value: `${countText(active.limitUserDay)} 个` },
          { label: '活动时间', value: `${timeText(active.startAt)} ~ ${timeText(active.endAt)}` },
        ]}
      />
    </div>
  );
};

const template = async (): Promise<void> => {
  const { fileName } = await call(importTaskApi.template, { biz: 'red_send', params: '{}' });
  startDownload(fileName);
};

const Receivers = () => {
  const redActiveId = Form.useWatch<number | undefined>('redActiveId');
  const isFile = Form.useWatch('source') === 'file';
  const fileUrl = Form.useWatch<string | undefined>('fileUrl');
  const look = useFileLook(redActiveId, isFile ? fileUrl : undefined);
  const active = useActive();
  if (!isFile)
    return (
      <>
        <OwnField name="uids" label="消费者" isWide hasStar>
          <ReceiverSelect redActiveId={redActiveId} />
        </OwnField>
        <MoneyField name="amount" label="每人金额" help={active?.amountText} hasStar />
      </>
    );
  return (
    <>
      <OwnField
        name="fileUrl"
        label="发放名单"
        isWide
        hasStar
        help={
          <>
            xlsx 或 csv，列 OpenID、金额（元）、备注，最多 {countText(mostSendRows)} 行{' '}
            <Button
              type="link"
              size="small"
              icon={<Download size={14} strokeWidth={1.6} />}
              onClick={() => void template().catch(() => undefined)}
            >
              下载模板
            </Button>
          </>
        }
      >
        <UploadInput label="发放名单" importOf="red_send" accept=".xlsx,.csv,.txt" />
      </OwnField>
      <FileLook look={look} />
    </>
  );
};

/** What the platform asks for before packets go out; read again when the form is opened. */
const useRules = () => useRead(redSendApi.rules, {}).data;

const reviewText = (above: number): string => (above > 0 ? `合计超过 ${moneyText(above)} 元时` : '每次');

/** What goes out in all, held against the budget, and whether another person has to let it go. */
const Sum = () => {
  const redActiveId = Form.useWatch<number | undefined>('redActiveId');
  const isFile = Form.useWatch('source') === 'file';
  const fileUrl = Form.useWatch<string | undefined>('fileUrl');
  const uids = Form.useWatch<number[] | undefined>('uids') ?? [];
  const amount = Form.useWatch<number | null | undefined>('amount') ?? 0;
  const file = useFileLook(redActiveId, isFile ? fileUrl : undefined).data;
  const active = useActive();
  const rules = useRules();
  // A file with a wrong row sends nothing.
  const sent = file?.wrongCount === 0 ? file : undefined;
  const count = isFile ? (sent?.count ?? 0) : uids.length;
  const total = isFile ? (sent?.totalAmount ?? 0) : uids.length * amount;
  const isShort = active !== undefined && total > active.remain;
  return (
    <div className="zy-send-sum">
      <Facts
        isPaired
        items={[
          { label: '发放人数', value: `${countText(count)} 人` },
          { label: '合计金额', value: `${moneyText(total)} 元` },
          ...(rules ? [{ label: '另一人复核', value: reviewText(rules.reviewAbove) }] : []),
        ]}
      />
      {isShort && (
        <NoticeBar tone="bad">
          {redRefusals.budgetShort[1]}，还差 {moneyText(total - active.remain)} 元
        </NoticeBar>
      )}
      {!isShort && rules && total > rules.reviewAbove && (
        <NoticeBar tone="wait">
          {reviewText(rules.reviewAbove)}须另一人复核：提交后先冻结，由另一人在红包发放记录中解冻后才发放
        </NoticeBar>
      )}
    </div>
  );
};

/** 手工发放: red packets to shoppers one picks, or to those of a file. */
export const RedSendForm = () => {
  const client = useQueryClient();
  const leaveTab = useLeaveTab();
  const toNext = useNextStep();
  const [address] = useSearchParams();
  const draft = usePageDraft({
    id: undefined,
    create: redSendApi.save,
    list: redInfoApi.list,
    refresh: [redInfoApi.board, redInfoApi.days, redActiveApi.list, redActiveApi.info, redActiveApi.board],
    load: () => Promise.resolve({}),
    blank: () => ({
      source: 'pick' as const,
      idemKey: newKey(),
      redActiveId: Number(address.get('redActiveId')) || null,
    }),
    done: { create: '提交成功' },
    next: ({ isHeld }) =>
      isHeld ? toNext('金额较大，已冻结，待另一人复核', `${payoutList}?hold=1`, redInfoApi.list.may) : undefined,
    onSaved: () => leaveTab(payoutList),
  });
  const rules = useRules();
  // As long as it is not known the password is asked for.
  const asksPassword = rules?.asksPassword !== false;
  const schema = useFirmSchema(asksPassword ? withPassword : RedSendDraft);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    try {
      await draft.submit(values);
    } catch (error) {
      // It may be refused because what is asked for is another than when the form was opened.
      void client.invalidateQueries({ queryKey: [redSendApi.rules.path] });
      throw error;
    }
  };
  return (
    <FormPage draft={{ ...draft, schema, submit, close: () => leaveTab(payoutList) }} save="提交发放">
      <FormSection title="红包活动">
        <FirmField isNew owned={owned} />
        <ActiveField />
        <ActiveFacts />
      </FormSection>
      <FormSection title="发放对象">
        <RadioField name="source" label="名单来源" from={Source} isWide />
        <Receivers />
      </FormSection>
      <FormSection title="确认">
        <Sum />
        <AreaField name="remark" label="发放原因" rows={2} />
        {asksPassword && (
          <PasswordField name="password" label="登录密码" isNew={false} help="敏感操作，请输入登录密码" />
        )}
      </FormSection>
    </FormPage>
  );
};
