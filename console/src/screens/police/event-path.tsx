import { policeEventApi, type PathStep } from '@zhuiyuan/contract/police/police-event';
import type { TimelineEvent } from '@zhuiyuan/contract/codes/lookup/identity';
import { Skeleton } from 'antd';
import Gift from 'icon:gift';
import { Link } from 'react-router';
import { codePage } from '../../lib/code-addresses.ts';
import { useRead } from '../../lib/use-read.ts';
import { BlockFailed } from '../../parts/feedback/block-failed.tsx';
import { CodeText, TextWithCodes } from '../../parts/format/code.tsx';
import { DeliverLink } from '../../parts/format/object-links.tsx';
import { Tag } from '../../parts/format/tag.tsx';
import { Timeline } from '../../parts/format/timeline.tsx';
import { happeningIcon } from '../../parts/codes/happening-icon.ts';

/** Steps shown at first. */
const shown = 12;

const iconOf = (step: PathStep) => (step.kind === 'draw' ? Gift : happeningIcon(step as TimelineEvent));

/** 证据链: what happened to one code, newest first, the scan outside the region marked. */
export const EventPath = ({ id, hitId }: { id: number; hitId: number | undefined }) => {
  const { data, error, refetch } = useRead(policeEventApi.path, hitId === undefined ? undefined : { id, hitId }, {
    keeps: true,
  });
  return (
    <section className="zy-police-path" aria-label="证据链">
      <header className="zy-police-head">
        <h3>证据链</h3>
        {data && (
          <>
            <small>
              <CodeText code={data.code} />
            </small>
            <Link to={codePage(data.code)}>编码详情</Link>
          </>
        )}
      </header>
      {error && !data && <BlockFailed error={error} retry={() => void refetch()} />}
      {!data && !error && hitId !== undefined && <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />}
      {data && (
        <Timeline
          items={data.events.slice(0, shown).map((step, nth) => ({
            key: nth,
            time: step.at,
            icon: iconOf(step),
            title: step.title,
            mark: step.isOutside && <Tag tone="wait">授权区域外</Tag>,
            facts: [
              ...step.facts.map((fact) => <TextWithCodes key={fact} text={fact} />),
              step.doc && (
                <DeliverLink key="doc" id={step.doc.id}>
                  {step.doc.no}
                </DeliverLink>
              ),
            ],
            isDecision: step.isOutside,
          }))}
        />
      )}
    </section>
  );
};
