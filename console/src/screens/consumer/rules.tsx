import { riskApi, type RiskRuleRow } from '@zhuiyuan/contract/consumer/black';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { riskRefusals, triedRules } from '@zhuiyuan/contract/risk/risk-rule';
import ShieldAlert from 'icon:shield-alert';
import type { ReactNode } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { NumberField, RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { countText } from '../../parts/format/numbers.ts';
import { acts, cell, count, enumDot, extra, name, onOff, text, time, type Column } from '../../parts/list/columns.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { TrialText, useTrials } from '../../parts/trials/trials.tsx';
import './consumer.css';

/** What a rule counts, and in which unit. */
const counts: Record<string, [what: string, unit: string]> = {
  R01: ['同一消费者参与或扫码的次数', '次'],
  R02: ['同一消费者参与抽奖的次数，同一个码只算一次', '次'],
  R03: ['同一IP参与抽奖的次数，同一个码只算一次', '次'],
  R04: ['同一IP参与的人数', '人'],
  R05: ['同一设备参与的人数', '人'],
  R06: ['同一地点参与的人数', '人'],
  R07: ['两次抽奖之间的移动速度', '公里/时'],
  R08: ['一个码抽奖前扫过它的设备数', '台'],
  R09: ['同一消费者连续流水号的码数', '个'],
  R12: ['0 微信以外都算，1 只算自动化工具', ''],
};
const also: Record<string, (value: number) => string> = {
  R06: (value) => `且超过 ${countText(value)} 个码`,
  R07: (value) => `且相距超过 ${countText(value)} 公里`,
};

/** What those that a rule is hit by are counted in. */
const subjects: Record<string, string> = {
  R03: '个 IP',
  R04: '个 IP',
  R05: '台设备',
  R06: '个地点',
  R08: '个码',
};

const windowText = (seconds: number): string => {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} 天`;
  return seconds % 3600 === 0 ? `${seconds / 3600} 小时` : `${Math.round(seconds / 60)} 分钟`;
};
/** What R12 counts by its threshold: a browser outside of WeChat is 1, a tool 2. */
const strange = ['微信以外都算', '只算自动化工具'];
const limitText = (row: RiskRuleRow): string =>
  row.code === 'R12' && strange[row.threshold]
    ? strange[row.threshold]!
    : `超过 ${countText(row.threshold)}${counts[row.code]?.[1] ? ` ${counts[row.code]![1]}` : ''}${
        row.also === null ? '' : `，${also[row.code]?.(row.also) ?? ''}`
      }`;

const TrialCell = ({ row: { code, trial } }: { row: RiskRuleRow }) => (
  <TrialText
    trial={trial}
    isTried={triedRules.includes(code)}
    found={({ hits, subjects: many }) =>
      hits === 0 ? '没有命中' : `命中 ${countText(hits)} 次，${countText(many)} ${subjects[code] ?? '人'}`
    }
  />
);

/** What a card says of a trial that there was. */
const trialFact = (row: RiskRuleRow) => row.trial && <TrialCell row={row} />;

/**
 * 风控规则: what is counted before a ticket is given; threshold, action and switch are the firm's. With how often each would have been hit in
 * the last seven days by the limits that it has.
 */
export const Rules = ({ tabs }: { tabs: ReactNode }) => {
  const search = { ...useTrials(riskApi.rules), openView: undefined };
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RiskRuleRow>();
  const draft = useDraft({ create: riskApi.rule, list: riskApi.rules, done: { update: '编辑成功' } });
  const change = useAct(riskApi.rule, { refresh: [riskApi.rules] });
  const tryOut = useAct(riskApi.test, { refresh: [riskApi.rules], done: '试运行已开始，结果列在该行' });
  const begin = (row: RiskRuleRow) =>
    triedRules.includes(row.code) ? tryOut({ id: row.id }) : Promise.resolve(toast.info(riskRefusals.noHistory[1]));
  const columns: Column<RiskRuleRow>[] = [
    text('code', '编号', { width: 64 }),
    name('name', '规则', { least: 160 }),
    cell('windowSec', '窗口', (row) => windowText(row.windowSec), { width: 80 }),
    cell('threshold', '阈值', limitText, { width: 212 }),
    enumDot('action', '处置', RiskAction, { width: 104 }),
    cell('trial', '试运行（近 7 天）', (row) => <TrialCell row={row} />, { width: 224 }),
    count('todayHits', '今日命中', { width: 84 }),
    onOff('status', '启用', {
      on: (value) => value === Enabled.on,
      change: (row, isOn) =>
        change({ id: row.id, version: row.version, status: isOn ? Enabled.on : Enabled.off } as never),
      name: (row) => row.name,
      may: riskApi.rule.may,
    }),
    cell('what', '统计', (row) => counts[row.code]?.[0] ?? '-', { width: 220 }),
    extra({ ...time('updateTime', '修改时间'), isTime: false }),
    ...firmColumn,
    acts((row) => [
      { label: '编辑', may: riskApi.rule.may, run: () => draft.open(row) },
      { label: '试运行', may: riskApi.test.may, run: () => void begin(row) },
    ]),
  ];
  const { row } = draft;
  return (
    <>
      <ListScreen
        search={search}
        thing="风控规则"
        tabs={tabs}
        columns={columns}
        filters={firmFilter as never}
        card={{
          head: 'code',
          status: 'action',
          name: 'name',
          facts: ['firmName', limitText, (one) => windowText(one.windowSec), trialFact],
        }}
        empty={{ icon: ShieldAlert, text: '每个企业开通时带有一组规则。' }}
      />
      <FormModal draft={draft} title="编辑风控规则" save="保存">
        <p className="zy-consumer-after">
          {row && `${row.code} ${row.name}：${counts[row.code]?.[0] ?? ''}，${windowText(row.windowSec)}内`}
        </p>
        <NumberField
          name="threshold"
          label="阈值"
          unit={row ? counts[row.code]?.[1] : undefined}
          help="超过这个数算命中"
        />
        <RadioField name="action" label="处置" from={RiskAction} />
        <RadioField name="status" label="状态" from={Enabled} />
      </FormModal>
    </>
  );
};
