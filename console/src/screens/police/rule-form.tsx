import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import {
  paramsOf,
  paramsText,
  scopedTypes,
  type PoliceParam,
  type PoliceParams,
} from '@zhuiyuan/contract/police/police-params';
import { policeRuleApi } from '@zhuiyuan/contract/police/police-rule';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { call } from '../../lib/call.ts';
import { policeList } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { useLeaveTab } from '../../lib/use-leave-tab.ts';
import { NoPermission } from '../../parts/feedback/states.tsx';
import {
  MoneyField,
  NumberField,
  OwnField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from '../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../parts/form/form-page.tsx';
import { usePageDraft } from '../../parts/form/use-page-draft.ts';
import { AgentsInput } from '../../parts/pickers/agent-input.tsx';
import { FirmField, OwnedField, useFirmSchema } from '../../parts/pickers/firm-field.tsx';
import './police.css';

const list = `${policeList}?tab=rule`;
const owned = ['productIds', 'agentIds', 'notifyIds'];

/** The field of each thing a rule compares with. */
const fields: Record<
  PoliceParam,
  { label: string; unit?: string; help?: string; kind?: 'money' | 'flag' | 'decimal' }
> = {
  minCodes: { label: '同城件数', unit: '件', help: '同一经销商的产品在同一城市被扫的件数' },
  windowDays: { label: '统计天数', unit: '天' },
  toleranceKm: { label: '容差', unit: '公里', help: '距授权区域边界不超过容差的扫码不计' },
  ipCounts: { label: '计入 IP 定位', kind: 'flag', help: 'IP 定位只到省，不能用来确认窜货' },
  scanCnt: { label: '扫码次数', unit: '次' },
  users: { label: '不同用户数', unit: '人' },
  windowHours: { label: '统计小时', unit: '小时' },
  draws: { label: '抽奖次数', unit: '次', help: '与中奖金额满足其一即预警' },
  amount: { label: '中奖金额', kind: 'money' },
  remainPct: { label: '剩余比例', unit: '%', help: '不高于此比例时预警' },
  failPct: { label: '失败率', unit: '%' },
  minCnt: { label: '最少笔数', unit: '笔', help: '有结果的笔数不足时不判断' },
  windowMin: { label: '统计分钟', unit: '分钟' },
  balance: { label: '余额低于', kind: 'money' },
  p: { label: '显著性水平', kind: 'decimal', help: '抽奖结果与公布概率相符的可能性低于此值时预警，0.0001-0.05' },
  cnt: { label: '扫码次数', unit: '次' },
  byLot: { label: '按批次合计', kind: 'flag', help: '关闭时每个码分别统计' },
  unshipped: { label: '计入未发货的码', kind: 'flag' },
};

/** The condition of the chosen type; another type begins with what it usually has. */
const Params = ({ isNew }: { isNew: boolean }) => {
  const form = Form.useFormInstance();
  const type = Number(Form.useWatch('policeType'));
  const params = Form.useWatch('params') as PoliceParams | undefined;
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (!type) return;
    if (isNew && before.current !== undefined && before.current !== type)
      form.setFieldValue('params', { ...paramsOf[type] });
    before.current = type;
  }, [form, isNew, type]);
  const names = Object.keys(paramsOf[type] ?? {}) as PoliceParam[];
  if (names.length === 0) return <p className="zy-field-wide zy-police-said">请先选择类型</p>;
  return (
    <>
      {names.map((name) => {
        const { label, unit, help, kind } = fields[name];
        if (kind === 'money') return <MoneyField key={name} name={`params.${name}`} label={label} help={help} />;
        if (kind === 'flag')
          return <SwitchField key={name} name={`params.${name}`} label={label} on off={false} help={help} />;
        if (kind === 'decimal') return <TextField key={name} name={`params.${name}`} label={label} help={help} />;
        return <NumberField key={name} name={`params.${name}`} label={label} unit={unit} help={help} />;
      })}
      {params && <p className="zy-field-wide zy-police-said">{paramsText(type, params)}</p>}
    </>
  );
};

const Agents = ({ value = [], onChange }: { value?: number[]; onChange?: (ids: number[]) => void }) => {
  const firmId = Form.useWatch<number | undefined>('firmId');
  return <AgentsInput value={value} onChange={(ids) => onChange?.(ids)} firmId={firmId} />;
};

const Scope = () => {
  const type = Number(Form.useWatch('policeType'));
  if (!scopedTypes.includes(type)) return null;
  return (
    <FormSection title="适用范围">
      <OwnedField name="productIds" label="产品" list="product" many placeholder="不选为全部产品" />
      <OwnField name="agentIds" label="经销商" help="不选为全部经销商">
        <Agents />
      </OwnField>
    </FormSection>
  );
};

/** 新增预警规则 / 编辑预警规则. */
export const RuleForm = () => {
  const id = Number(useParams()['id']) || undefined;
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id,
    create: policeRuleApi.save,
    update: policeRuleApi.update,
    list: policeRuleApi.list,
    refresh: [policeRuleApi.info],
    load: async (of: number) => (await call(policeRuleApi.info, { id: of }, { quiet: true })) as never,
    blank: {
      policeType: RiskType.diversion,
      level: RiskLevel.severe,
      params: { ...paramsOf[RiskType.diversion] },
      silenceMin: 60,
      notifyIds: [],
      productIds: [],
      agentIds: [],
      status: Enabled.on,
    } as never,
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? policeRuleApi.update.may : policeRuleApi.save.may))
    return <NoPermission permission={id ? '编辑预警规则' : '新增预警规则'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="基本信息">
        <FirmField isNew={draft.isNew} owned={owned} />
        <TextField name="name" label="规则名称" />
        <SelectField name="policeType" label="类型" from={RiskType} disabled={!draft.isNew} />
        <RadioField name="level" label="级别" from={RiskLevel} />
      </FormSection>
      <FormSection title="触发条件">
        <Params isNew={draft.isNew} />
      </FormSection>
      <Scope />
      <FormSection title="通知">
        <OwnedField
          name="notifyIds"
          label="通知人员"
          list="policeStaff"
          many
          placeholder="请选择通知人员"
          help="预警时在其通知里提醒"
        />
        <NumberField name="silenceMin" label="静默时间" unit="分钟" help="同一预警在此时间内不重复提醒" />
        <SwitchField name="status" label="启用此规则" on={0} off={1} help="停用后不再产生新预警" />
      </FormSection>
    </FormPage>
  );
};
