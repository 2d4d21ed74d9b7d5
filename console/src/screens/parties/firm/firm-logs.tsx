import { auditLogApi, type AuditRow } from '@zhuiyuan/contract/access/audit-log';
import { AuditStatus, LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import History from 'icon:history';
import LogIn from 'icon:log-in';
import Pencil from 'icon:pencil';
import Plus from 'icon:plus';
import Trash2 from 'icon:trash-2';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import { call } from '../../../lib/call.ts';
import { Empty, Failed } from '../../../parts/feedback/states.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { Timeline } from '../../../parts/format/timeline.tsx';

const most = 50;
const icons: Record<string, IconType> = { 新增: Plus, 修改: Pencil, 删除: Trash2, 登录: LogIn };
const iconOf = ({ businessType }: AuditRow): IconType => icons[LogKind.label(businessType)] ?? History;

/** 操作日志: the newest fifty things a firm's staff did. */
export const FirmLogs = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [auditLogApi.list.path, 'firm', id],
    queryFn: () => call(auditLogApi.list, { firmId: id, page: 1, limit: most }, { quiet: true }),
  });
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  if (data.list.length === 0)
    return <Empty icon={History} title="还没有操作日志" text="该企业的账号新增、修改或删除数据后，在这里留下记录。" />;
  return (
    <Timeline
      items={data.list.map((row) => ({
        key: row.id,
        time: row.operTime,
        icon: iconOf(row),
        title: row.title,
        mark: row.status === AuditStatus.normal ? undefined : <EnumTag of={AuditStatus} value={row.status} />,
        facts: [row.operName, row.operIp, row.operLocation],
      }))}
    />
  );
};
