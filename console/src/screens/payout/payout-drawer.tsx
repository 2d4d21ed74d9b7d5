import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { Skeleton } from 'antd';
import ExternalLink from 'icon:external-link';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { payoutPage } from '../../lib/object-addresses.ts';
import { useRead } from '../../lib/use-read.ts';
import { Failed } from '../../parts/feedback/states.tsx';
import { CodeText } from '../../parts/format/code.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { PayoutFoot } from './payout-foot.tsx';
import {
  Attempts,
  hasReview,
  ledgerFinding,
  PayoutFacts,
  PayoutHead,
  PayoutLedger,
  PayoutReview,
  Unclear,
} from './payout-parts.tsx';
import '../../parts/frame/form.css';

const everyMs = 10_000;

const Group = ({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) => (
  <div className="zy-group" role="group" aria-label={title}>
    <h3 className={note ? 'zy-payout-noted' : undefined}>
      {title}
      {note && <small>{note}</small>}
    </h3>
    {children}
  </div>
);

/** 发放详情 beside the list; ↑ and ↓ lead to the rows before and after. */
export const PayoutDrawer = ({
  id,
  ids,
  open,
}: {
  id: number | undefined;
  /** Rows of the list, in its order. */
  ids: readonly number[];
  open: (id: number | undefined) => void;
}) => {
  const { data, error, refetch } = useRead(redInfoApi.info, id === undefined ? undefined : { id }, { every: everyMs });
  useEffect(() => {
    if (id === undefined) return undefined;
    const step = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const next = by === 0 ? undefined : ids[ids.indexOf(id) + by];
      if (next === undefined || !ids.includes(id) || document.querySelector('.ant-modal-wrap')) return;
      event.preventDefault();
      event.stopPropagation();
      open(next);
    };
    window.addEventListener('keydown', step, true);
    return () => window.removeEventListener('keydown', step, true);
  }, [id, ids, open]);
  return (
    <SideDrawer
      isOpen={id !== undefined}
      close={() => open(undefined)}
      title="发放详情"
      name={data && <CodeText code={data.billNo} />}
      width={560}
      mark={
        id !== undefined && (
          <Link className="zy-icon-button" to={payoutPage(id)} aria-label="在单独页面打开" title="在单独页面打开">
            <ExternalLink size={16} strokeWidth={1.6} />
          </Link>
        )
      }
      foot={data && <PayoutFoot key={data.id} payout={data} />}
    >
      {error && !data && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />}
      {data && (
        <div className="zy-payout">
          <Unclear payout={data} />
          <PayoutHead payout={data} />
          <PayoutFacts payout={data} />
          {hasReview(data) && (
            <Group title={data.send ? '手工发放' : '复核'}>
              <PayoutReview payout={data} />
            </Group>
          )}
          <Group title="发放尝试" note={`共 ${countText(data.attempts.length)} 次`}>
            <Attempts payout={data} />
          </Group>
          <Group title="资金流水" note={ledgerFinding(data)}>
            <PayoutLedger payout={data} />
          </Group>
        </div>
      )}
    </SideDrawer>
  );
};
