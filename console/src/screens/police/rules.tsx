import { triedTypes } from '@zhuiyuan/contract/police/police-params';
import { policeRefusals } from '@zhuiyuan/contract/police/police-refusals';
import { policeRuleApi, type PoliceRuleRow } from '@zhuiyuan/contract/police/police-rule';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import Siren from 'icon:siren';
import type { ReactNode } from 'react';
import { policeRuleForm } from '../../lib/object-addresses.ts';
import { toast } from '../../lib/toast.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { countText } from '../../parts/format/numbers.ts';
import { acts, cell, count, enumDot, extra, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useCrud } from '../../parts/list/use-crud.tsx';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { TrialText, useTrials } from '../../parts/trials/trials.tsx';
import './police.css';

const TrialCell = ({ row: { policeType, trial } }: { row: PoliceRuleRow }) => (
  <TrialText
    trial={trial}
    isTried={triedTypes.includes(policeType)}
    found={({ events, hits }) => `${countText(events)} 条预警，${countText(hits)} 次命中`}
  />
);

/** What a card says of a trial that there was. */
const trialFact = (row: PoliceRuleRow) => row.trial && <TrialCell row={row} />;

/** 预警规则: of what is warned, when and whom; with what each would have raised in the last seven days. */
export const Rules = ({ tabs }: { tabs: ReactNode }) => {
  const search = useTrials(policeRuleApi.list);
  const crud = useCrud(policeRuleApi, { page: policeRuleForm });
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<PoliceRuleRow>();
  const tryOut = useAct(policeRuleApi.test, { refresh: [policeRuleApi.list], done: '试运行已开始，结果列在该行' });
  const begin = (row: PoliceRuleRow) =>
    triedTypes.includes(row.policeType)
      ? tryOut({ id: row.id })
      : Promise.resolve(toast.info(policeRefusals.noHistory[1]));
  const columns: Column<PoliceRuleRow>[] = [
    name('name', '规则名称', { open: crud.edit, least: 160 }),
    crud.statusColumn((row) => row.name),
    enumDot('policeType', '类型', RiskType, { width: 116 }),
    text('paramsText', '触发条件', { width: 300 }),
    cell('trial', '试运行（近 7 天）', (row) => <TrialCell row={row} />, { width: 216 }),
    enumDot('level', '级别', RiskLevel, { width: 76 }),
    text('notifyText', '通知对象', { width: 132 }),
    count('silenceMin', '静默(分钟)', { width: 92 }),
    count('todayHits', '今日命中', { width: 84 }),
    extra({ ...time('updateTime', '修改时间'), isTime: false }),
    ...firmColumn,
    acts((row) => [
      crud.editAct(row),
      { label: '试运行', may: policeRuleApi.test.may, run: () => void begin(row) },
      crud.removeAct(row),
    ]),
  ];
  return (
    <ListScreen
      search={search}
      thing="预警规则"
      tabs={tabs}
      columns={columns}
      filters={
        [
          ...firmFilter,
          textFilter('name', '规则名称'),
          selectFilter('policeType', '类型', RiskType),
          selectFilter('level', '级别', RiskLevel),
          selectFilter('status', '状态', Enabled),
        ] as never
      }
      buttons={crud.addButton('新增预警规则')}
      batch={crud.batch}
      card={{
        head: 'policeType',
        status: 'level',
        name: 'name',
        facts: [
          'firmName',
          'paramsText',
          (row) => (row.notifyText ? `通知 ${row.notifyText}` : '未设通知人'),
          trialFact,
        ],
      }}
      empty={{ icon: Siren, text: '每个企业开通时带有一组规则。' }}
    />
  );
};
