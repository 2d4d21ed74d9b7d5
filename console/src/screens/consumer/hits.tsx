import { riskApi, type RiskHitRow } from '@zhuiyuan/contract/consumer/black';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { HitState, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { Button } from 'antd';
import ShieldAlert from 'icon:shield-alert';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { codePage } from '../../lib/code-addresses.ts';
import { consumerPage } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { AreaField, RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { Cut } from '../../parts/format/cut.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { ActivityLink } from '../../parts/format/object-links.tsx';
import { useMany } from '../../parts/claims/use-many.ts';
import {
  acts,
  cell,
  code,
  count,
  enumDot,
  enumTag,
  extra,
  linked,
  name,
  text,
  time,
  type Column,
} from '../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';

const Outcome = enumeration({
  released: { value: 2, label: '解除，不再计分' },
  confirmed: { value: 1, label: '确认，继续计分' },
});

/** 命中记录: who hit which rule, and what staff made of it. */
export const Hits = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const may = useMay();
  const search = { ...useSearch(riskApi.hits), openView: undefined };
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RiskHitRow>();
  const activities = useOptions('activity');
  const handle = useMany(
    riskApi.handle,
    [riskApi.hits, consumerApi.list, consumerApi.info, consumerApi.risks],
    (id) => search.rows.find((row) => row.id === id)?.consumer ?? String(id),
  );
  const begin = (ids: number[]) => handle.begin(ids);
  const columns: Column<RiskHitRow>[] = [
    name('consumer', '消费者', { open: (row) => void navigate(consumerPage(row.consumerId)), least: 120 }),
    enumTag('handled', '处理', HitState),
    cell('name', '规则', (row) => <Cut>{`${row.code} ${row.name}`}</Cut>, { width: 196 }),
    cell('value', '数值 / 阈值', (row) => `${countText(row.value)} / ${countText(row.threshold)}`, {
      width: 104,
      align: 'right',
    }),
    enumDot('action', '处置', RiskAction, { width: 104 }),
    count('times', '次数', { width: 64 }),
    linked('actName', '活动', (row, label) => <ActivityLink id={row.activityId}>{label}</ActivityLink>, { width: 148 }),
    time('lastAt', '最近命中', { seconds: true }),
    extra(code('codeText', '码', { width: 204, open: (row) => void navigate(codePage(row.codeText)) })),
    extra(text('handledName', '处理人', { width: 88 })),
    extra({ ...time('handledAt', '处理时间'), isTime: false }),
    extra(text('remark', '说明', { width: 180 })),
    ...firmColumn,
    acts((row) =>
      row.handled === HitState.open ? [{ label: '处理', may: riskApi.handle.may, run: () => begin([row.id]) }] : [],
    ),
  ];
  const batch = (picked: Picked<RiskHitRow>) => (
    <Button onClick={() => begin(picked.keys.map(Number))}>批量处理</Button>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="命中记录"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('code', '规则编号', '如 R05'),
          selectFilter('action', '处置', RiskAction),
          selectFilter('handled', '处理', HitState),
          { ...selectFilter('activityId', '活动', activities), may: activityApi.listAll.may },
          dateFilter('dateLimit', '最近命中'),
        ]}
        batch={may(riskApi.handle.may) ? batch : undefined}
        card={{
          head: 'consumer',
          status: 'handled',
          name: 'name',
          facts: [
            'firmName',
            (row) => RiskAction.label(row.action),
            (row) => `${row.value} / ${row.threshold}`,
            'lastAt',
          ],
        }}
        empty={{ icon: ShieldAlert, text: '消费者命中风控规则时列在这里。' }}
      />
      <FormModal draft={handle} title="处理命中记录" save="确定">
        <RadioField name="handled" label="结果" from={Outcome} />
        <AreaField name="remark" label="说明" rows={2} />
      </FormModal>
    </>
  );
};
