import { activityApi, type ActivityRow } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus, ActScene, Audience, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button } from 'antd';
import Gift from 'icon:gift';
import LayoutTemplate from 'icon:layout-template';
import Trash2 from 'icon:trash-2';
import { useNavigate } from 'react-router';
import { useMay } from '../../../../lib/session.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../../../parts/charts/stat-card.tsx';
import { May } from '../../../../parts/feedback/may.tsx';
import { cardText, countText, moneyText, percentText } from '../../../../parts/format/numbers.ts';
import { Cut } from '../../../../parts/format/cut.tsx';
import {
  acts,
  cell,
  count,
  enumTag,
  extra,
  money,
  name,
  text,
  time,
  type Column,
} from '../../../../parts/list/columns.tsx';
import { ExportButton } from '../../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { ListTabs } from '../../../../parts/list/list-tabs.tsx';
import { useCrud } from '../../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../../parts/pickers/firm-field.tsx';
import { detailPage, editorOf, editorPage, recycleBin, templatePage } from '../addresses.ts';
import { periodText } from './period-text.ts';
import { useActivityActs } from '../use-activity-acts.tsx';
import '../activities.css';

const shownStates = ActivityStatus.options.filter(({ value }) => value !== ActivityStatus.recycled);
const nearlySpent = 0.8;

const Used = ({ row }: { row: ActivityRow }) => {
  if (row.budgetAmount === 0) return <>-</>;
  const ratio = row.usedAmount / row.budgetAmount;
  return (
    <span className={ratio > nearlySpent ? 'zy-used zy-used-much' : 'zy-used'} title={`已用 ${percentText(ratio)}`}>
      {moneyText(row.usedAmount)}
      <i>
        <b style={{ width: `${Math.min(1, ratio) * 100}%` }} />
      </i>
    </span>
  );
};

const columnsOf = (open: (row: ActivityRow) => void): Column<ActivityRow>[] => [
  text('actNo', '活动编号', { width: 124 }),
  name('actName', '活动名称', { open, least: 160 }),
  enumTag('status', '状态', ActivityStatus),
  cell('period', '活动时间', (row) => <Cut>{periodText(row)}</Cut>, { width: 184 }),
  cell('usedAmount', '已用预算（元）', (row) => <Used row={row} />, { width: 108, align: 'right' }),
  count('drawCnt', '抽奖次数', { width: 84 }),
  cell(
    'stockLeft',
    '奖品剩余',
    (row) => (row.stockTotal > 0 ? `${countText(row.stockLeft)}/${countText(row.stockTotal)}` : '-'),
    { width: 116, align: 'right' },
  ),
  cell('playMode', '玩法', (row) => PlayMode.label(row.playMode), { width: 80 }),
  money('budgetAmount', '活动预算', { width: 112 }),
  count('winCnt', '中奖次数', { width: 84 }),
  cell('winRate', '中奖率', (row) => (row.drawCnt > 0 ? percentText(row.winCnt / row.drawCnt) : '-'), {
    width: 72,
    align: 'right',
  }),
  extra(cell('actScene', '场景', (row) => ActScene.label(row.actScene), { width: 84 })),
  extra(cell('lotteryType', '抽奖类型', (row) => LotteryType.label(row.lotteryType), { width: 84 })),
  extra(cell('audience', '参与对象', (row) => Audience.label(row.audience), { width: 104 })),
  text('channelName', '渠道', { width: 96 }),
  text('createName', '创建人', { width: 80 }),
  time('createTime', '创建时间'),
];

/** The row of figures above: what runs, what was drawn today, what is left to be won. */
const Board = ({ board }: { board: Answer | undefined }) => {
  const write = (value: number | undefined, how: (value: number) => string) => (value === undefined ? '—' : how(value));
  return (
    <StatStrip label="活动概况">
      <StatCard label="进行中活动" value={write(board?.running, countText)} unit="个" />
      <StatCard label="待开始" value={write(board?.planned, countText)} unit="个" />
      <StatCard label="今日抽奖次数" value={write(board?.todayDraws, cardText)} unit="次" />
      <StatCard label="今日中奖金额" value={write(board?.todayWinAmount, moneyText)} unit="元" />
      <StatCard
        label="预算剩余"
        value={write(board?.budgetRemain, moneyText)}
        unit="元"
        hint="未结束活动还没有发出的预算"
      />
    </StatStrip>
  );
};

type Answer = NonNullable<ReturnType<typeof useBoard>>;
const useBoard = (input: QueryOf<typeof activityApi.board>) =>
  useRead(activityApi.board, input, { every: 60_000, keeps: true }).data;

/**
 * The activities of a firm. On the bench of 智能营销 the states are tabs with their counts, elsewhere a filter under the day's figures;
 * rows and acts are the same.
 */
export const ActivityList = ({ isBench }: { isBench: boolean }) => {
  const navigate = useNavigate();
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ActivityRow>();
  const products = useOptions('product');
  const channels = useOptions('channel');
  const found = useSearch(activityApi.list, isBench ? { fixed: { actScene: ActScene.scan } } : {});
  // On the bench the states are the tabs, and there are no others.
  const search = isBench ? { ...found, openView: undefined } : found;
  const crud = useCrud(activityApi, { page: editorPage, refresh: [activityApi.board, activityApi.recycled] });
  const from = isBench ? '?from=bench' : '';
  const deeds = useActivityActs({ from });
  const open = (row: ActivityRow) => {
    if (row.status !== ActivityStatus.draft && may(activityApi.counts.may)) void navigate(detailPage(row.id));
    else if (may(activityApi.info.may))
      void navigate(`${editorOf(row)}/${row.id}${row.actScene === ActScene.interact ? '' : from}`);
  };
  const { page: _page, limit: _limit, status: _status, ...filtersSet } = search.input;
  const board = useBoard(filtersSet);
  const columns = columnsOf(open);
  const countOf = (status: ActivityStatus) => board?.counts.find((each) => each.status === status)?.count ?? 0;
  const add = (
    <May of={activityApi.save.may}>
      <Button type="primary" onClick={() => void navigate(editorPage + from)}>
        新增抽奖活动
      </Button>
    </May>
  );
  const list = (
    <ListScreen
      search={search}
      thing="活动"
      columns={[
        ...columns.slice(0, 11),
        ...firmColumn,
        ...columns.slice(11),
        acts<ActivityRow>((row) => {
          const can = deeds.of(row);
          return [
            can.publish,
            can.edit,
            can.view,
            can.resume,
            can.pause,
            can.budget,
            can.stock,
            can.link,
            can.shops,
            can.copy,
            can.template,
            can.withdraw,
            can.end,
            can.remove,
          ].filter((act) => act !== undefined);
        }),
      ]}
      flash={crud.draft.savedId}
      tabs={
        isBench ? (
          <ListTabs
            value={search.values['status'] ?? ''}
            change={(status) => search.set({ status: status || undefined })}
            items={[
              { value: '', label: '全部', count: board?.all },
              ...shownStates.map(({ value, label }) => ({
                value: String(value),
                label,
                count: board && countOf(value),
              })),
            ]}
          />
        ) : undefined
      }
      filters={[
        ...firmFilter,
        textFilter('keywords', '活动', '名称或编号'),
        ...(isBench ? [] : ([selectFilter('status', '状态', shownStates, { many: true })] as const)),
        selectFilter('playMode', '玩法', PlayMode),
        selectFilter('lotteryType', '抽奖类型', LotteryType),
        ...(isBench ? [] : ([selectFilter('actScene', '场景', ActScene)] as const)),
        selectFilter('productId', '产品', products),
        selectFilter('channelId', '渠道', channels),
        dateFilter('dateLimit', '开始时间'),
      ]}
      buttons={
        <>
          {add}
          <ExportButton endpoint={activityApi.export} input={search.input} />
          <May of={{ any: ['admin:lottery:template:list'] }}>
            <Button icon={<LayoutTemplate size={14} strokeWidth={1.6} />} onClick={() => void navigate(templatePage)}>
              活动模板
            </Button>
          </May>
          <May of={activityApi.recycled.may}>
            <Button icon={<Trash2 size={14} strokeWidth={1.6} />} onClick={() => void navigate(recycleBin)}>
              回收站
            </Button>
          </May>
        </>
      }
      batch={crud.batch}
      card={{
        head: 'actNo',
        status: 'status',
        name: 'actName',
        facts: [
          'playMode',
          (row) => periodText(row).replaceAll(/20\d\d-/g, ''),
          ({ drawCnt }) => `抽奖 ${countText(drawCnt)} 次`,
          ({ stockLeft }) => `奖品剩 ${countText(stockLeft)}`,
        ],
      }}
      empty={{ icon: Gift, text: '活动把奖品、概率和投放的产品放在一起，消费者扫码就能抽奖。', action: add }}
    />
  );
  return (
    <>
      {!isBench && <Board board={board} />}
      {list}
      {deeds.layers}
    </>
  );
};

/** 抽奖活动管理. */
export const Activities = () => <ActivityList isBench={false} />;
/** 营销活动管理: the same activities as a bench of 智能营销. */
export const ActivityBench = () => <ActivityList isBench />;
