import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Form } from 'antd';
import { useSearchParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { usePageName } from '../../../lib/page-name.ts';
import { useMay } from '../../../lib/session.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useRead } from '../../../lib/use-read.ts';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import {
  AreaField,
  MoneyField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { FirmField, useFirmSchema, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { fundChanges } from './fund-changes.ts';
import { entryColumns } from './ledger-columns.tsx';
import './fund.css';

const list = '/lottery/assets/redBag/manage';
const shownEntries = 10;

const owned = ['mchConfId', 'notifyIds'];

const StaffField = ({ firmId }: { firmId: number | undefined }) => {
  const chosen = Form.useWatch<number | undefined>('firmId') ?? firmId;
  const { data } = useRead(poolApi.staff, chosen ? { firmId: chosen } : {}, { keeps: true });
  return (
    <SelectField
      name="notifyIds"
      label="通知人"
      many
      from={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="请选择管理员"
      help="余额低于预警线时在通知里提醒"
    />
  );
};

const orNone = (fen: number, none: string) => (fen > 0 ? `${moneyText(fen)} 元` : none);

const settingsOf = (pool: DataOf<typeof poolApi.info>) => [
  { label: '资金池名称', value: pool.name },
  { label: '商户', value: `${pool.mchName} ${pool.mchid}` },
  { label: '状态', value: Enabled.label(pool.status) },
  { label: '预警线', value: orNone(pool.warnAmount, '未设') },
  { label: '通知人', value: pool.notifyNames.join('，') },
  { label: '单日发放上限', value: orNone(pool.dayLimitAmount, '不限') },
  { label: '单用户每日上限', value: `${pool.userDayMax} 笔` },
  { label: '备注', value: pool.remark },
];

/** What the pool holds, and its ten latest movements; with `isWhole` also what the form says. */
const Held = ({ id, isWhole = false }: { id: number; isWhole?: boolean }) => {
  const { data: pool } = useRead(poolApi.info, { id });
  const { data: ledger } = useRead(poolApi.ledger, { poolId: id, limit: shownEntries });
  if (!pool) return null;
  return (
    <div className="zy-fund-held">
      <Sheet title="资金">
        <Facts
          isPaired
          items={[
            { label: '可用余额', value: `${moneyText(pool.balance)} 元` },
            { label: '已划拨', value: `${moneyText(pool.allocated)} 元` },
            { label: '其中预占', value: `${moneyText(pool.reserved)} 元` },
            { label: '累计支出', value: `${moneyText(pool.paidTotal)} 元` },
            ...(isWhole ? settingsOf(pool) : []),
          ]}
        />
      </Sheet>
      <Sheet title="最近流水" finding={`最新 ${shownEntries} 笔`} isFlush>
        <PlainTable
          columns={entryColumns}
          rows={ledger?.list ?? []}
          keyOf={(row) => row.id}
          empty={ledger ? '还没有资金流水' : '加载中'}
        />
      </Sheet>
    </div>
  );
};

/** 新增红包资金池 / 编辑红包资金池. */
export const PoolPage = () => {
  const id = Number(useSearchParams()[0].get('id')) || undefined;
  const may = useMay();
  const mayWrite = may(id ? poolApi.update.may : poolApi.save.may);
  usePageName(id ? (mayWrite ? '编辑红包资金池' : '红包资金池详情') : '新增红包资金池');
  if (!mayWrite) {
    if (id && may(poolApi.list.may))
      return (
        <div className="zy-fund-page">
          <Held id={id} isWhole />
        </div>
      );
    return <NoPermission permission={id ? '编辑资金池' : '新增资金池'} />;
  }
  return <PoolForm key={id ?? 'new'} id={id} />;
};

const PoolForm = ({ id }: { id: number | undefined }) => {
  const leaveTab = useLeaveTab();
  const merchants = useOptions('merchant');
  const draft = usePageDraft({
    id,
    create: poolApi.save,
    update: poolApi.update,
    list: poolApi.list,
    refresh: fundChanges,
    load: (one) => call(poolApi.info, { id: one }, { quiet: true }),
    blank: { status: Enabled.on, warnAmount: 0, dayLimitAmount: 0, userDayMax: 10, notifyIds: [] },
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema);
  const firmId = Number((draft.initial as { firmId?: number } | undefined)?.firmId) || undefined;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="基本信息">
        <FirmField isNew={draft.isNew} owned={owned} />
        <TextField name="name" label="资金池名称" />
        <SelectField name="mchConfId" label="商户" from={merchants} help="一个商户一个资金池，有资金往来后不能更换" />
        <AreaField name="remark" label="备注" rows={2} />
      </FormSection>
      <FormSection title="预警与限额">
        <MoneyField name="warnAmount" label="预警线" help="可用余额低于预警线时提醒，0为不提醒" />
        <StaffField firmId={firmId} />
        <MoneyField name="dayLimitAmount" label="单日发放上限" help="0为不限" />
        <NumberField name="userDayMax" label="单用户每日上限" unit="笔" min={1} max={10} />
        <SwitchField name="status" label="启用此资金池" on={0} off={1} help="停用后该资金池的红包将暂停发放" />
      </FormSection>
      {id !== undefined && <Held id={id} />}
    </FormPage>
  );
};
