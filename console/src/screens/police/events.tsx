import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { policeEventApi, PoliceOutcome, type PoliceEventRow } from '@zhuiyuan/contract/police/police-event';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { Button } from 'antd';
import Siren from 'icon:siren';
import type { ReactNode } from 'react';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { tellMany, useMany } from '../../parts/claims/use-many.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { AreaField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { countText, totalText } from '../../parts/format/numbers.ts';
import {
  acts,
  cell,
  count,
  enumDot,
  enumTag,
  extra,
  name,
  text,
  time,
  type Column,
} from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { useAgentFilter } from '../../parts/pickers/agent-input.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { eventReads } from './changes.ts';
import { EventDrawer } from './event-drawer.tsx';
import { EventStats } from './event-stats.tsx';

const resultOf = ({ outcome, result }: PoliceEventRow): string =>
  [outcome === null ? '' : PoliceOutcome.label(outcome), result].filter(Boolean).join('：');

/** 预警事件: how many wait, where they are, and each with what it rests on. */
export const Events = ({ tabs }: { tabs: ReactNode }) => {
  const may = useMay();
  const search = useSearch(policeEventApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<PoliceEventRow>();
  const products = useOptions('product');
  const staff = useOptions('policeStaff');
  const agentFilter = useAgentFilter('agentId');
  const [id, open] = useOpened('event');
  const nameOf = (row: number) => search.rows.find((each) => each.id === row)?.eventNo ?? String(row);
  const ignore = useMany(policeEventApi.ignoreMany, eventReads, nameOf);
  const acceptOne = useAct(policeEventApi.accept, { refresh: eventReads, done: '已受理' });
  const acceptMany = useAct(policeEventApi.acceptMany, { refresh: eventReads, done: '' });
  const accept = async (picked: Picked<PoliceEventRow>) => {
    try {
      tellMany(await acceptMany({ ids: picked.keys.map(Number) }), nameOf);
      picked.clear();
    } catch (error) {
      toast.failure(error);
    }
  };
  const columns: Column<PoliceEventRow>[] = [
    name('title', '预警内容', { open: (row) => open(row.id), least: 280 }),
    enumTag('status', '状态', RiskStatus),
    enumDot('policeType', '类型', RiskType, { width: 116 }),
    enumDot('level', '级别', RiskLevel, { width: 76 }),
    count('hitCount', '命中次数', { width: 84 }),
    text('region', '地区', { width: 88 }),
    text('agentName', '经销商', { width: 148 }),
    text('assigneeName', '处理人', { width: 84 }),
    extra(text('shopName', '门店', { width: 148 })),
    extra(text('productName', '产品', { width: 160 })),
    extra(text('activityName', '活动', { width: 148 })),
    extra(time('firstAt', '首次时间')),
    extra(time('handledAt', '处理时间')),
    time('lastAt', '最近时间'),
    extra(cell('result', '处理结果', resultOf, { width: 220 })),
    extra(text('eventNo', '预警编号', { width: 148 })),
    ...firmColumn,
    acts((row) => [
      { label: '详情', run: () => open(row.id) },
      ...(row.status === RiskStatus.waiting
        ? [{ label: '受理', may: policeEventApi.accept.may, run: () => void acceptOne({ id: row.id }) }]
        : []),
    ]),
  ];
  const batch = (picked: Picked<PoliceEventRow>) => (
    <>
      <Button onClick={() => void accept(picked)}>批量受理</Button>
      <Button onClick={() => ignore.begin(picked.keys.map(Number))}>批量忽略</Button>
    </>
  );
  const firmId = Number(search.values['firmId']) || undefined;
  return (
    <>
      <EventStats firmId={firmId} />
      <ListScreen
        search={search}
        thing="预警"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('keywords', '预警内容', '预警内容或编号'),
          selectFilter('policeType', '类型', RiskType),
          selectFilter('level', '级别', RiskLevel),
          selectFilter('status', '状态', RiskStatus),
          { ...agentFilter, may: agentApi.listAll.may },
          { ...selectFilter('productId', '产品', products), may: productApi.listAll.may },
          textFilter('region', '地区', '地市全称，如 重庆市'),
          { ...selectFilter('assigneeId', '处理人', staff), may: policeEventApi.handle.may },
          dateFilter('dateLimit', '最近时间'),
          dateFilter('raisedLimit', '发出时间'),
        ]}
        buttons={<ExportButton endpoint={policeEventApi.export} input={search.input as never} biz="police" />}
        batch={may(policeEventApi.acceptMany.may) ? batch : undefined}
        card={{
          head: 'lastAt',
          status: 'status',
          name: 'title',
          facts: ['policeType', 'level', (row) => `命中 ${countText(row.hitCount)} 次`],
        }}
        empty={{ icon: Siren, text: '规则发现窜货、异常扫码、预算或库存不足时列在这里。' }}
      />
      <FormModal draft={ignore} title="批量忽略预警" save="忽略">
        <AreaField name="reason" label="忽略原因" rows={3} />
      </FormModal>
      <EventDrawer
        id={id}
        ids={search.rows.map((row) => row.id)}
        total={totalText(search)}
        close={() => open(undefined)}
        go={open}
      />
    </>
  );
};
