import { auditLogApi, keptLogDays, type AuditRow } from '@zhuiyuan/contract/access/audit-log';
import { AuditStatus, LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Button, Tooltip } from 'antd';
import ScrollText from 'icon:scroll-text';
import Trash2 from 'icon:trash-2';
import { session, useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import {
  acts,
  cell,
  count,
  enumDot,
  enumTag,
  name,
  rowId,
  text,
  time,
  type Column,
} from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { AuditLogDetail } from './audit-log-detail.tsx';

const lists = [auditLogApi.list];

const keptText = `近 ${keptLogDays} 天的日志须保留，不能删除`;
const isKept = ({ operTime }: AuditRow): boolean => operTime.slice(0, 10) > addDays(shanghaiToday(), -keptLogDays);

const RemoveLogs = ({ keys, rows, clear }: Picked<AuditRow>) => {
  const remove = useAct(auditLogApi.remove, { done: '删除成功', refresh: lists });
  const run = async () => {
    if (!(await confirm({ text: `确定删除选中的${keys.length}条数据？`, isDanger: true }))) return;
    await remove({ ids: keys.join(',') }).then(clear, toast.failure);
  };
  const kept = rows.some(isKept);
  return (
    <Tooltip title={kept ? keptText : undefined}>
      <Button danger disabled={kept} icon={<Trash2 size={14} strokeWidth={1.6} />} onClick={() => void run()}>
        批量删除
      </Button>
    </Tooltip>
  );
};
const removePicked = (picked: Picked<AuditRow>) => <RemoveLogs {...picked} />;

/** 系统日志: who changed what, and who was refused. */
export const AuditLogs = () => {
  const may = useMay();
  const isPlatform = session.use((current) => current?.admin.firmId === null);
  const search = useSearch(auditLogApi.list);
  const [opened, setOpened] = useOpened();
  const clean = useAct(auditLogApi.clean, { refresh: lists });
  const empty = async () => {
    const question = `确定清空 ${keptLogDays} 天以前的操作日志？近 ${keptLogDays} 天的日志须保留。`;
    if (await confirm({ text: question, isDanger: true })) await clean({}).catch(toast.failure);
  };
  const columns: Column<AuditRow>[] = [
    rowId('id', '日志编号', { width: 88 }),
    name('title', '系统模块', { open: (row) => setOpened(row.id), least: 132 }),
    enumDot('businessType', '操作类型', LogKind, { width: 84 }),
    text('requestMethod', '请求方式', { width: 80 }),
    text('operName', '操作人员', { width: 92 }),
    ...(isPlatform ? [text<AuditRow>('firmName', '企业', { width: 108 })] : []),
    text('operIp', '主机', { width: 112 }),
    text('operLocation', '操作地点', { width: 76 }),
    enumTag('status', '操作状态', AuditStatus, { width: 88 }),
    cell('code', '结果码', ({ code }) => code || '-', { width: 72 }),
    count('times', '次数', { width: 64 }),
    count('costTime', '耗时(毫秒)', { width: 88 }),
    time('operTime', '操作日期', { seconds: true }),
    acts((row) => [{ label: '详细', run: () => setOpened(row.id) }]),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="日志"
        columns={columns}
        filters={[
          textFilter('title', '系统模块'),
          textFilter('operName', '操作人员'),
          selectFilter('businessType', '操作类型', LogKind),
          selectFilter('status', '操作状态', AuditStatus),
          dateFilter('dateLimit', '操作时间'),
        ]}
        card={{ head: 'operTime', name: 'title', status: 'status', facts: ['operName', 'businessType', 'operIp'] }}
        empty={{ icon: ScrollText, text: '每一次新增、修改、删除和登录，以及被拒绝的访问都会记在这里，保留 180 天。' }}
        buttons={
          <>
            <ExportButton biz="systemLog" endpoint={auditLogApi.export} input={search.values} />
            <May of={auditLogApi.clean.may}>
              <Button danger icon={<Trash2 size={14} strokeWidth={1.6} />} onClick={() => void empty()}>
                清空
              </Button>
            </May>
          </>
        }
        batch={may(auditLogApi.remove.may) ? removePicked : undefined}
      />
      <AuditLogDetail id={opened} close={() => setOpened(undefined)} />
    </>
  );
};
