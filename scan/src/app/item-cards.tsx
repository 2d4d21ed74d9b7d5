import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { publicTraceApi, type ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { builtInBlocks } from '@zhuiyuan/contract/trace/template/built-in-template';
import { BlockKind, type Block } from '@zhuiyuan/contract/trace/template/template-blocks';
import { Fragment, useLayoutEffect, useState } from 'react';
import { drawElsewhere, placeBlocks, tracePart, type Placed, type PlacedBlock } from '../blocks/place-blocks.tsx';
import { call } from '../lib/call.ts';
import { shortTime, webAddress } from '../lib/formats.ts';
import { Acts, dialOf } from '../parts/acts.tsx';
import { CodePictures } from '../parts/code-pictures.tsx';
import type { Frame } from '../parts/frame.ts';
import { IdentityCard } from '../parts/identity-card.tsx';
import { LocationLine } from '../parts/location-line.tsx';
import { Notices } from '../parts/product-card.tsx';
import { ReportCard } from '../parts/report-card.tsx';
import type { Reporting } from '../parts/reporting.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { firmOf, isRepeated } from '../parts/verdict-head.tsx';
import type { Asking } from './asking.ts';
import { DrawPlace } from './draw-place.tsx';
import { reportingOf } from './reporting-of.ts';

const QueryFact = ({ label, time, city, now }: { label: string; time: string; city: string | null; now: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b>{shortTime(time, now)}</b>
      <span>{city || '地点未知'}</span>
    </dd>
  </div>
);

/** First and present query side by side, so that the shopper can tell whether the first one was his own; and what he can do. */
const QueriesCard = ({
  answer,
  reporting,
  frame,
}: {
  answer: ScanAnswer;
  reporting: Reporting | null;
  frame: Frame;
}) => {
  const { firstTime, firstCity, scanTime, scanCity, times } = answer;
  return (
    <ReportCard reporting={reporting} isSolid>
      {(report) => (
        <section className="card" aria-label="查询记录" {...frame}>
          <dl className="queries">
            {firstTime && <QueryFact label="首次查询" time={firstTime} city={firstCity} now={scanTime} />}
            <QueryFact label={`本次，第 ${times} 次`} time={scanTime} city={scanCity} now={scanTime} />
          </dl>
          <Acts phone={firmOf(answer)?.phone ?? null} report={report} />
        </section>
      )}
    </ReportCard>
  );
};

/** Ways to the firm where something is wrong and its page has none. */
const WaysCard = ({ phone, reporting, frame }: { phone: string | null; reporting: Reporting | null; frame: Frame }) => (
  <ReportCard reporting={reporting}>
    {(report) => (
      <section className="card" aria-label="联系与举报" {...frame}>
        <Acts phone={phone} report={report} />
      </section>
    )}
  </ReportCard>
);

/** Where the firm leads on to, if it does. */
const WaysOn = ({ links, frame }: { links: ScanAnswer['links']; frame: Frame }) => {
  const shown = links.filter(({ url }) => webAddress(url));
  return shown.length > 0 ? (
    <section className="card centred" aria-label="更多内容" {...frame}>
      {shown.map(({ title, url }) => (
        <a key={url} className="button solid" href={url} rel="noopener">
          {title}
        </a>
      ))}
    </section>
  ) : null;
};

/** The blocks of the page. Its code stands there once, in the last of the places it was given. */
const blocksOf = ({ template }: ScanAnswer) => {
  const blocks = template?.blocks ?? builtInBlocks;
  const isIdentity = ({ kind }: Block): boolean => kind === BlockKind.identifier;
  const last = [...blocks].reverse().find(isIdentity);
  return blocks.filter((block) => !isIdentity(block) || block === last);
};

/** The cards of an item in their places: what must be said first, then the blocks of its page. */
const placeCards = (answer: ScanAnswer, { typed, preview }: Asking): Placed[] => {
  const isPreview = preview !== undefined;
  const phone = firmOf(answer)?.phone ?? null;
  const reporting = reportingOf(answer, isPreview);
  const hasActs = isRepeated(answer);
  const bareCode = answer.codeText.replace(/ /g, '') || typed;
  const blocks = blocksOf(answer);
  const send = async (lng: number, lat: number): Promise<string | null> =>
    (await call(publicTraceApi.geo, { token: answer.token, lng, lat })).city;
  const drawAt = (frame: Frame, title?: string) => (
    <DrawPlace answer={answer} code={bareCode} title={title} instead={preview?.draw} frame={frame} />
  );
  const [first, ...rest] = placeBlocks(blocks, {
    answer,
    phone,
    reporting,
    hasActs,
    identity: (title, frame, come) => (
      <IdentityCard
        answer={answer}
        bareCode={bareCode}
        title={title}
        identifier={come?.identifier}
        frame={frame}
        place={
          <LocationLine
            city={answer.scanCity}
            isWanted={Boolean(answer.geoWanted)}
            send={answer.geoOff ? null : send}
          />
        }
      />
    ),
    draw: (title, frame) => drawAt(frame, title),
  });
  const queries: Placed[] = hasActs
    ? [{ key: 'queries', draw: (frame) => <QueriesCard answer={answer} reporting={reporting} frame={frame} /> }]
    : [];
  const begin: PlacedBlock[] = first ? [first] : [];
  // A page that was made without the block offers a draw below its first card.
  const hasPlace = isPreview || (!drawElsewhere(answer) && blocks.some(({ kind }) => kind === BlockKind.lottery));
  const place: Placed[] = hasPlace ? [] : [{ key: 'draw-place', draw: (frame) => drawAt(frame) }];
  // A firm may leave its telephone out of its page, but not where something is wrong.
  const isUnreachable =
    answer.verdict === Verdict.FROZEN &&
    !blocks.some(({ kind }) => kind === BlockKind.phone || kind === BlockKind.report);
  const ways: Placed[] =
    isUnreachable && (dialOf(phone) || reporting)
      ? [{ key: 'ways', draw: (frame) => <WaysCard phone={phone} reporting={reporting} frame={frame} /> }]
      : [];
  return [
    { key: 'notices', draw: () => <Notices answer={answer} /> },
    ...(first?.kind === BlockKind.product ? [...begin, ...queries] : [...queries, ...begin]),
    ...place,
    ...rest,
    ...ways,
    { key: 'ways-on', draw: (frame) => <WaysOn links={answer.links} frame={frame} /> },
    { key: 'code-pictures', draw: (frame) => <CodePictures firm={firmOf(answer)} frame={frame} /> },
  ];
};

const heldMs = 2000;

/** Whether what follows a growing card is kept from the eye: until it `isGrown`, or for two seconds. Nothing that is read moves away. */
const useHold = (isGrown: boolean): boolean => {
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => {
    if (isGrown) return undefined;
    const timer = setTimeout(setOver, heldMs, true);
    return () => clearTimeout(timer);
  }, [isGrown]);
  return !isGrown && !isOver;
};

/** Cards of an item the firm stands for. */
export const ItemCards = ({ answer, asking }: { answer: ScanAnswer; asking: Asking }) => {
  const [cards] = useState(() => placeCards(answer, asking));
  const { data, failed, refresh } = useLoaded(
    asking.preview?.trace ?? (() => tracePart.fetchWith(call(publicTraceApi.detail, { token: answer.token }))),
  );
  const isHeld = useHold(data !== undefined || failed !== undefined);
  const growing = cards.findIndex(({ grows }) => grows);
  return cards.map(({ key, draw }, at) => (
    <Fragment key={key}>{draw({ hidden: isHeld && growing >= 0 && at > growing }, { data, failed, refresh })}</Fragment>
  ));
};
