import { RiskLevel } from '@zhuiyuan/contract/codes/state/warning-states';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { Link } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { agoText } from '../../../parts/format/times.ts';
import { expiringLots } from '../todo-kinds.ts';
import { useTodo } from './use-todo.ts';

const risks = '/identity/selectManager?tab=abnormal&view=risk';

/** 近期预警: warnings nobody has dealt with. */
export const OpenRisks = () => {
  const may = useMay();
  const { data, error, refetch } = useTodo();
  if (!may(scanLogApi.risks.may)) return null;
  return (
    <Sheet
      title="近期预警"
      extra={
        <Link className="zy-link" to={risks}>
          全部
        </Link>
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.risks.length === 0 && <p className="zy-block-note">没有待处理的预警</p>}
      <ul className="zy-idhome-risks">
        {data?.risks.map(({ id, level, title, lastAt, status }) => (
          <li key={id}>
            <EnumTag of={RiskLevel} value={level} />
            <Link className="zy-link" to={`${risks}&status=${status}`} title={title}>
              {title}
            </Link>
            <small>{agoText(lastAt)}</small>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};

/** 临期批次: lots that end within 30 days. */
export const SoonLots = () => {
  const may = useMay();
  const { data, error, refetch } = useTodo();
  if (!may(lotApi.list.may)) return null;
  return (
    <Sheet
      title="临期批次"
      finding="30 天内到期"
      extra={
        <Link className="zy-link" to={expiringLots()}>
          全部
        </Link>
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.lots.length === 0 && <p className="zy-block-note">没有临期批次</p>}
      <ul className="zy-idhome-lots">
        {data?.lots.map(({ id, lotNo, storeName, expireDate }) => (
          <li key={id}>
            <span title={storeName}>{storeName}</span>
            <Link className="zy-link" to={`/identity/lotManager/${id}`}>
              <code>{lotNo}</code>
            </Link>
            <b>{expireDate} 到期</b>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};
