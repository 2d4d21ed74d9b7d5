import { auditLogApi, type AuditEntry } from '@zhuiyuan/contract/access/audit-log';
import { Facts } from '../../parts/format/facts.tsx';
import { AuditStatus, LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { RowDrawer } from '../../parts/frame/row-drawer.tsx';
import { EnumTag } from '../../parts/format/tag.tsx';
import './audit-log-detail.css';

/** A text of JSON with line breaks, any other text as it is. */
const laidOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const Block = ({ text }: { text: string }) =>
  text && text !== 'null' && text !== '{}' ? <pre className="zy-audit-block">{laidOut(text)}</pre> : '-';

const factsOf = (entry: AuditEntry) => [
  { label: '操作模块', value: `${entry.title} / ${LogKind.label(entry.businessType)}` },
  {
    label: '登录信息',
    value: [entry.operName || '未登录', entry.firmName, entry.operIp, entry.operLocation].filter(Boolean).join(' / '),
  },
  { label: '请求地址', value: <span className="zy-audit-mono">{entry.operUrl}</span> },
  { label: '请求方式', value: entry.requestMethod },
  { label: '请求编号', value: <span className="zy-audit-mono">{entry.requestId || '-'}</span> },
  ...(entry.code ? [{ label: '拒绝', value: `${entry.code}，一分钟内 ${entry.times} 次` }] : []),
  { label: '耗时(毫秒)', value: entry.costTime },
  { label: '操作时间', isWide: true, value: entry.operTime },
  { label: '请求参数', isWide: true, value: <Block text={entry.operParam} /> },
  { label: '返回参数', isWide: true, value: <Block text={entry.jsonResult} /> },
  ...(entry.errorMsg
    ? [
        {
          label: '异常信息',
          isWide: true,
          value: <span className="zy-audit-error">{entry.errorMsg}</span>,
        },
      ]
    : []),
];

const mark = (entry: AuditEntry) => <EnumTag of={AuditStatus} value={entry.status} />;
const number = ({ id }: AuditEntry) => id;

/** Everything one row of the audit log knows, beside the list. */
export const AuditLogDetail = ({ id, close }: { id: number | undefined; close: () => void }) => (
  <RowDrawer endpoint={auditLogApi.info} id={id} close={close} title="日志详细" name={number} mark={mark}>
    {(entry) => <Facts items={factsOf(entry)} isPaired />}
  </RowDrawer>
);
