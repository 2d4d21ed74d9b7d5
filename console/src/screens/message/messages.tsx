import { messageApi, type MessageRow } from '@zhuiyuan/contract/message/message';
import { MessageChannel, MessageKind, MessageStatus } from '@zhuiyuan/contract/message/message-states';
import { Button } from 'antd';
import MessageSquareText from 'icon:message-square-text';
import Plus from 'icon:plus';
import { useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { tellMany } from '../../parts/claims/use-many.ts';
import { May } from '../../parts/feedback/may.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { cardText, percentText } from '../../parts/format/numbers.ts';
import type { Act } from '../../parts/list/acts.tsx';
import { acts, cell, enumTag, extra, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { messageChanges } from '../../parts/messages/notice-modal.tsx';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { MessageDetail } from './message-detail.tsx';
import { NoticeDrawer, useNoticeDraft } from './notice-drawer.tsx';

const Board = ({ firmId }: { firmId: string | undefined }) => {
  const { data } = useRead(messageApi.summary, firmId ? { firmId: Number(firmId) } : {}, {
    every: 60_000,
    keeps: true,
  });
  const count = (value: number | undefined) => (value === undefined ? '—' : cardText(value));
  return (
    <StatStrip label="消息概况">
      <StatCard label="今日发送" value={count(data?.sent)} unit="条" hint="今日已发送成功的，不含测试" />
      <StatCard
        label="送达率"
        value={data?.sentShare == null ? '—' : percentText(data.sentShare)}
        hint="今日已发送 ÷ 今日有结果的（已发送、失败、结果不明、已跳过）"
      />
      <StatCard label="失败数" value={count(data?.failed)} unit="条" hint="今日发送失败的" />
      <StatCard label="结果不明" value={count(data?.unknown)} unit="条" hint="今日发出后没有得到答复的，不会自动重发" />
      <StatCard label="待发送" value={count(data?.waiting)} unit="条" hint="含定时和夜间等待的" />
    </StatStrip>
  );
};

const again = new Set<number>([MessageStatus.failed, MessageStatus.skipped, MessageStatus.unknown]);
const mayArrive = '上次发送结果不明，消费者可能已经收到，重发可能重复送达，确定重发？';
const canCancel = ({ kind, status }: MessageRow) => kind === MessageKind.NOTICE && status === MessageStatus.waiting;

/** 服务消息: what consumers were told, and what staff tell them. */
export const Messages = () => {
  const may = useMay();
  const search = useSearch(messageApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<MessageRow>();
  const [shownId, setShownId] = useOpened();
  const notice = useNoticeDraft();
  const resend = useAct(messageApi.resend, { done: '', refresh: messageChanges });
  const cancel = useAct(messageApi.cancel, { done: '', refresh: messageChanges });
  const nameOf = (id: number) => search.rows.find((row) => row.id === id)?.consumer ?? String(id);
  const sendAgain = async (ids: number[], sure: boolean) => tellMany(await resend({ ids, sure }), nameOf);
  const takeBack = async (ids: number[]) => tellMany(await cancel({ ids }), nameOf);
  const actsOf = (row: MessageRow): Act[] => [
    ...(again.has(row.status)
      ? [
          {
            label: '重发',
            may: messageApi.resend.may,
            ...(row.status === MessageStatus.unknown && { confirm: mayArrive }),
            run: () => sendAgain([row.id], row.status === MessageStatus.unknown),
          },
        ]
      : []),
    ...(canCancel(row)
      ? [
          {
            label: '取消发送',
            may: messageApi.cancel.may,
            destructive: true,
            confirm: '取消后这条消息不会发出，确定取消？',
            run: () => takeBack([row.id]),
          },
        ]
      : []),
  ];
  const columns: Column<MessageRow>[] = [
    text('consumer', '消费者', { width: 100 }),
    enumTag('status', '状态', MessageStatus, { width: 104 }),
    cell('kind', '事件', (row) => `${MessageKind.label(row.kind)}${row.isTest ? '（测试）' : ''}`, { width: 148 }),
    cell('channel', '渠道', (row) => MessageChannel.label(row.channel), { width: 68 }),
    name('content', '内容', { open: (row) => setShownId(row.id), least: 180 }),
    text('err', '原因', { width: 116 }),
    time('sentAt', '发送时间', { seconds: true }),
    time('createTime', '创建时间', { seconds: true }),
    extra(time('dueAt', '计划发送')),
    extra(time('readAt', '查看时间')),
    extra(text('createName', '创建人', { width: 88 })),
    ...firmColumn,
    acts((row) => [{ label: '详情', run: () => setShownId(row.id) }, ...actsOf(row)]),
  ];
  const batch = (picked: Picked<MessageRow>) => {
    const ids = picked.keys.map(Number);
    const hasUnknown = search.rows.some(({ id, status }) => ids.includes(id) && status === MessageStatus.unknown);
    const sendMany = async () => {
      if (
        hasUnknown &&
        !(await confirm({ text: '选中的消息中有结果不明的，重发可能重复送达，确定重发？', verb: '重发' }))
      )
        return;
      await sendAgain(ids, hasUnknown).catch((error: unknown) => toast.failure(error));
    };
    return (
      <>
        <May of={messageApi.resend.may}>
          <Button onClick={() => void sendMany()}>批量重发</Button>
        </May>
        <May of={messageApi.cancel.may}>
          <Button danger onClick={() => void takeBack(ids).catch((error: unknown) => toast.failure(error))}>
            批量取消发送
          </Button>
        </May>
      </>
    );
  };
  return (
    <>
      <Board firmId={search.values['firmId']} />
      <ListScreen
        search={search}
        thing="消息"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('keywords', '消费者', '昵称或编号'),
          selectFilter('kind', '事件', MessageKind),
          selectFilter('channel', '渠道', MessageChannel),
          selectFilter('status', '状态', MessageStatus),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <May of={messageApi.save.may}>
            <Button type="primary" icon={<Plus size={16} strokeWidth={1.6} />} onClick={notice.begin}>
              新建消息
            </Button>
          </May>
        }
        batch={may(messageApi.resend.may) || may(messageApi.cancel.may) ? batch : undefined}
        card={{
          head: 'consumer',
          status: 'status',
          name: 'content',
          facts: [
            (row) => MessageKind.label(row.kind),
            (row) => MessageChannel.label(row.channel),
            'err',
            'createTime',
          ],
        }}
        empty={{ icon: MessageSquareText, text: '消费者中奖、领取和兑换时的通知列在这里，也可以新建消息。' }}
      />
      <MessageDetail
        row={search.rows.find(({ id }) => id === shownId)}
        close={() => setShownId(undefined)}
        actsOf={actsOf}
      />
      <NoticeDrawer draft={notice} />
    </>
  );
};
