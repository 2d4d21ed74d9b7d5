import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { BlockKind, DividerLook, type Block, type BlockOf } from '@zhuiyuan/contract/trace/template/template-blocks';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import type { ReactElement, ReactNode } from 'react';
import { webAddress } from '../lib/formats.ts';
import { dialOf } from '../parts/acts.tsx';
import type { Frame } from '../parts/frame.ts';
import { latePart } from '../parts/late-part.ts';
import { ProductCard } from '../parts/product-card.tsx';
import type { Reporting } from '../parts/reporting.ts';
import type { Loaded } from '../parts/use-loaded.ts';
import { ActsCard, type Act } from './acts-card.tsx';
import { Card, graphicOf } from './cards.tsx';
import { richText } from './rich-text.tsx';
import type * as TraceBlocks from './trace-blocks.tsx';
import { LostTrace, TraceToCome } from './trace-to-come.tsx';

/** What blocks are drawn from. */
export interface Scene {
  answer: ScanAnswer;
  /** Telephone of the firm, or null. */
  phone: string | null;
  /** How a report is sent; null where the query was not recorded. */
  reporting: Reporting | null;
  /** The ways to the firm already stand elsewhere on the page. */
  hasActs: boolean;
  identity: (title: string, frame: Frame, detail?: TraceDetail) => ReactNode;
  /** Where a draw is offered. */
  draw: (title: string, frame: Frame) => ReactNode;
}

/** The trace, as far as it has come. */
export type Trace = Pick<Loaded<CameTrace>, 'data' | 'failed' | 'refresh'>;
/** A trace, and what shows it. */
export type CameTrace = [detail: TraceDetail, blocks: typeof TraceBlocks];

/** A card of the page in its place. */
export interface Placed {
  key: string;
  /** It becomes higher when the trace comes. */
  grows?: boolean;
  draw: (frame: Frame, trace: Trace) => ReactNode;
}

/** A block in its place. */
export interface PlacedBlock extends Placed {
  kind: BlockKind;
}

type Draw = Placed['draw'];
/** How a block that needs no trace is drawn; null when nothing stands in it. */
type AtOnce = { [K in BlockKind]?: (block: BlockOf<K>, scene: Scene) => Draw | null };
const inCard = (title: string, content: ReactElement | null): Draw | null =>
  content &&
  ((frame) => (
    <Card title={title} frame={frame}>
      {content}
    </Card>
  ));

/** The entry to a draw that is played elsewhere. */
export const drawElsewhere = ({ lottery: { enabled, entryUrl } }: ScanAnswer): string | null =>
  enabled ? webAddress(entryUrl) : null;

/** Where a draw is offered once the server knows of one; an entry elsewhere is shown at once. */
const lottery = ({ title }: BlockOf<'lottery'>, { answer, draw }: Scene): Draw => {
  const address = drawElsewhere(answer);
  if (!address) return (frame) => draw(title, frame);
  return (frame) => (
    <section className="card lottery" {...frame}>
      <h2>{title || '本次扫码可抽奖'}</h2>
      <a className="button" href={address}>
        去抽奖
      </a>
    </section>
  );
};

const product = (block: BlockOf<'product'>, { answer }: Scene): Draw | null => {
  const { product: shown } = answer;
  return (
    shown &&
    ((frame, { data }) => (
      <ProductCard answer={answer} product={shown} frame={frame}>
        {data?.[1].drawProductFacts(block, data[0])}
      </ProductCard>
    ))
  );
};

const atOnce: AtOnce = {
  product,
  graphic: (block) => inCard(block.title, graphicOf(block)),
  rich: ({ title, html }) => inCard(title, richText(html)),
  identifier:
    ({ title }, { identity }) =>
    (frame, { data }) =>
      identity(title, frame, data?.[0]),
  lottery,
  divider:
    ({ look, height }) =>
    (frame) => (
      <div className={look === DividerLook.line ? 'rule' : 'gap'} style={{ height }} aria-hidden="true" {...frame} />
    ),
};

const lateKinds: ReadonlySet<BlockKind> = new Set<TraceBlocks.TraceKind>([
  BlockKind.carousel,
  BlockKind.video,
  BlockKind.lot,
  BlockKind.flows,
  BlockKind.logistics,
  BlockKind.reports,
  BlockKind.firm,
  BlockKind.certs,
  BlockKind.map,
]);

/** A block that has to wait for the trace; of those that wait, only the first is seen. */
const late =
  (block: Block, isFirst: boolean, { answer }: Scene): Draw =>
  (frame, { data, failed, refresh }) => {
    if (data) {
      const [detail, { drawTraceBlock }] = data;
      return drawTraceBlock(block, detail, answer, frame);
    }
    if (!isFirst) return null;
    const { hidden } = frame;
    return failed === undefined ? <TraceToCome hidden={hidden} /> : <LostTrace hidden={hidden} retry={refresh} />;
  };

/** Whether a block brings a way to the firm. */
const isWay = (block: Block): block is Act => block.kind === BlockKind.phone || block.kind === BlockKind.report;

const isPossible = ({ kind }: Act, { phone, reporting }: Scene): boolean =>
  kind === BlockKind.phone ? dialOf(phone) !== '' : reporting !== null;

/** Blocks in their places, as they come to stand. */
const startPlacing = (scene: Scene) => {
  const placed: PlacedBlock[] = [];
  /** The row of ways that was placed last. */
  let row: Act[] = [];
  let isWaiting = false;

  const place = (block: Block, draw: Draw, grows = false): void => {
    const { id, kind } = block;
    placed.push({ kind, key: id, grows, draw: (frame, trace) => draw({ ...frame, 'data-block': id }, trace) });
  };
  const placeAct = (act: Act): void => {
    // telephone and report beside each other share a row
    if (row.length > 0 && placed[placed.length - 1]!.key === row[0]!.id) return void row.push(act);
    const acts = [act];
    row = acts;
    place(act, (frame) => <ActsCard acts={acts} scene={scene} frame={frame} />);
  };
  const placeLate = (block: Block): void => {
    place(block, late(block, !isWaiting, scene), true);
    isWaiting = true;
  };
  return { placed, place, placeAct, placeLate };
};

/** The blocks in their order, without those in which nothing stands. What has to wait for the trace keeps its place. */
export const placeBlocks = (blocks: readonly Block[], scene: Scene): PlacedBlock[] => {
  const { placed, place, placeAct, placeLate } = startPlacing(scene);
  for (const block of blocks) {
    if (isWay(block)) {
      if (!scene.hasActs && isPossible(block, scene)) placeAct(block);
    } else if (lateKinds.has(block.kind)) placeLate(block);
    else {
      const draw = (atOnce[block.kind] as ((block: Block, scene: Scene) => Draw | null) | undefined)?.(block, scene);
      if (draw) place(block, draw, block.kind === BlockKind.product && block.facts.length > 0);
    }
  }
  return placed;
};

/** What shows a trace: needed when it has come, and not before. */
export const tracePart = latePart<typeof TraceBlocks>(() => import('./trace-blocks.tsx'));
