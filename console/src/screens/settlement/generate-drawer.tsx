import { Code } from '@zhuiyuan/contract/kit/codes';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import {
  leastRemit,
  remitApi,
  Settling,
  type RemitCandidate,
  type RemitRow,
} from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { Form } from 'antd';
import { useEffect, useState, type Key } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { contentKey } from '../../lib/new-key.ts';
import { confirm } from '../../lib/toast.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { DateField } from '../../parts/form/date-fields.tsx';
import { FieldGroup } from '../../parts/form/field.tsx';
import { MoneyField, SelectField } from '../../parts/form/fields.tsx';
import { FormDrawer } from '../../parts/form/form-drawer.tsx';
import { useDraft, type Draft } from '../../parts/form/use-draft.ts';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { cell, count, money, name, text, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { FirmField, useFirmSchema, useIsPlatform, useOptions } from '../../parts/pickers/firm-field.tsx';
import { remitChanges } from './remit-changes.ts';

/** What would be made, as it was seen: all of it, or the ticked payees. */
interface Seen {
  count: number;
  amount: number;
  payeeIds?: number[];
}

export interface GenerateDraft extends Draft<RemitRow> {
  see: (seen: Seen | undefined) => void;
  /** Why nothing can be made; absent while that is not known. */
  blocked: string | undefined;
}

const nothingDue = '没有可结算的金额，请换一个结算周期或收款方';

/** From the first thing that anybody would be paid for until today: what the cards above the list promise. */
const openPeriod = async (kind: PayeeKind) => {
  const periodTo = shanghaiToday();
  const { dueFrom } = await call(remitApi.summary, { payeeKind: kind }, { quiet: true });
  return { periodFrom: dueFrom ?? `${addDays(`${periodTo.slice(0, 7)}-01`, -1).slice(0, 7)}-01`, periodTo };
};

export const useGenerate = (kind: PayeeKind): GenerateDraft => {
  const [seen, see] = useState<Seen>();
  const [keyFor] = useState(contentKey);
  const draft = useDraft({
    create: remitApi.generate,
    list: remitApi.list,
    refresh: remitChanges,
    blank: async () => ({ payeeKind: kind, minAmount: leastRemit, ...(await openPeriod(kind)) }),
    done: { create: '操作成功' },
  });
  const schema = useFirmSchema(Settling);
  return {
    ...draft,
    schema,
    see,
    blocked: seen?.count === 0 ? nothingDue : undefined,
    submit: async (values) => {
      if (!seen || seen.count === 0) throw new ApiError(Code.invalid, nothingDue);
      const { count: found, amount } = seen;
      const asked = { ...values, payeeKind: kind, ...seen };
      const question = `将生成${countText(found)}笔打款单，合计¥${moneyText(amount)}，确定生成？`;
      if (!(await confirm({ text: question, verb: '生成', saysCancelled: false }))) return;
      await draft.submit({ ...asked, idemKey: keyFor(asked) });
    },
  };
};

/** 生成结算单: the period, and who would be paid what. */
export const GenerateDrawer = ({ kind, draft }: { kind: PayeeKind; draft: GenerateDraft }) => {
  const agents = useOptions('agent');
  const who = kind === PayeeKind.shop ? '门店' : '经销商';
  return (
    <FormDrawer draft={draft} thing="结算单" title={`生成${who}结算单`} width={720} save="生成" blocked={draft.blocked}>
      <FieldGroup>
        <FirmField isNew owned={['agentIds']} />
        <DateField name="periodFrom" label="结算周期 从" />
        <DateField name="periodTo" label="到" />
        <MoneyField name="minAmount" label="最低金额" help="低于此金额的留到以后结算" />
        <SelectField name="agentIds" label="经销商" from={agents} many mayClear placeholder="全部" />
      </FieldGroup>
      <FieldGroup title="将生成的打款单">
        <div className="zy-field-wide">
          <Preview kind={kind} see={draft.see} />
        </div>
      </FieldGroup>
    </FormDrawer>
  );
};

const columnsOf = (kind: PayeeKind): Column<RemitCandidate>[] => [
  name('name', kind === PayeeKind.shop ? '门店' : '经销商', { least: 150 }),
  count('verCnt', '核销数', { width: 72 }),
  money('ductAmount', '核销抵扣', { width: 108 }),
  kind === PayeeKind.shop ? money('rewardAmount', '奖励', { width: 92 }) : money('offset', '抵扣货款', { width: 108 }),
  money('amount', '应付', { width: 108 }),
  cell('account', '收款账户', (row) => (row.isPayable ? '已登记' : <span className="zy-remit-lack">不完整</span>), {
    width: 80,
  }),
  ...(kind === PayeeKind.shop ? [text<RemitCandidate>('agentName', '所属经销商', { width: 110 })] : []),
];

type Values = Record<string, unknown>;

const Preview = ({ kind, see }: { kind: PayeeKind; see: GenerateDraft['see'] }) => {
  const values = (Form.useWatch([], { preserve: true }) as Values | undefined) ?? {};
  const needsFirm = useIsPlatform() && !values['firmId'];
  const asked = Settling.safeParse({ ...values, payeeKind: kind });
  if (needsFirm) return <p className="zy-remit-none">选择所属企业后，这里列出收款方和金额</p>;
  if (!asked.success) return <p className="zy-remit-none">填好结算周期和最低金额后，这里列出收款方和金额</p>;
  return <Candidates key={JSON.stringify(asked.data)} kind={kind} input={asked.data} see={see} />;
};

const none: ReadonlyMap<Key, number> = new Map();

const Candidates = ({
  kind,
  input,
  see,
}: {
  kind: PayeeKind;
  input: ReturnType<typeof Settling.parse>;
  see: GenerateDraft['see'];
}) => {
  const { agentIds, ...rest } = input;
  const fixed = { ...rest, ...(agentIds?.length ? { agentIds: agentIds.join(',') } : {}) };
  const search = useLocalSearch(remitApi.preview, { fixed: fixed as never });
  /** The ticked payees with what they would get. */
  const [picked, setPicked] = useState(none);
  const sum = search.answer?.sum;
  const isPicking = picked.size > 0;
  const amount = isPicking ? [...picked.values()].reduce((total, one) => total + one, 0) : sum?.amount;
  const found = isPicking ? picked.size : sum?.count;
  useEffect(() => {
    see(
      found === undefined || amount === undefined
        ? undefined
        : { count: found, amount, ...(isPicking && { payeeIds: [...picked.keys()].map(Number) }) },
    );
    return () => see(undefined);
  }, [see, found, amount, isPicking, picked]);
  const pick = (keys: Key[]) =>
    setPicked(
      new Map(keys.map((key) => [key, picked.get(key) ?? search.rows.find(({ id }) => id === key)?.amount ?? 0])),
    );
  return (
    <>
      {sum && sum.unpayable > 0 && (
        <NoticeBar tone="wait">{countText(sum.unpayable)} 个收款方的账户信息不完整，补全后才能通过审核</NoticeBar>
      )}
      <PagedTable
        search={search}
        columns={columnsOf(kind)}
        keyOf={({ id }) => id}
        empty="这段时间没有可结算的金额"
        picked={{ keys: [...picked.keys()], pick }}
        sums={
          found !== undefined && amount !== undefined && found > 0
            ? {
                name: `${isPicking ? '已选' : '共'} ${countText(found)} 笔`,
                of: { amount: moneyText(amount) },
              }
            : undefined
        }
      />
    </>
  );
};
