import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { Block, BlockKind, BlockOf } from '@zhuiyuan/contract/trace/template/template-blocks';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import type { ReactElement } from 'react';
import type { Frame } from '../parts/frame.ts';
import { Timeline } from '../parts/timeline.tsx';
import { Carousel, FirmCard, LotCard, MapCard, PaperCard, ProductFacts, VideoCard } from './trace-cards.tsx';

/** The card of a block, of a trace that has come. */
type Draw<K extends BlockKind> = (
  given: { block: BlockOf<K>; detail: TraceDetail; frame: Frame },
  answer: ScanAnswer,
) => ReactElement;

/** Blocks that have to wait for the trace. They come beside it. */
const traceBlocks = {
  carousel: (given) => <Carousel {...given} />,
  video: (given) => <VideoCard {...given} />,
  lot: (given) => <LotCard {...given} />,
  flows: ({ block, ...given }, { scanTime }) => <Timeline {...given} look={block} now={scanTime} />,
  logistics: ({ block: { title }, detail, frame }, { scanTime }) => (
    <Timeline detail={{ ...detail, flows: [] }} look={{ title: title || '物流轨迹' }} now={scanTime} frame={frame} />
  ),
  reports: ({ block, detail, frame }) => (
    <PaperCard title={block.title || '检测报告'} links={detail.reports} frame={frame} />
  ),
  firm: (given) => <FirmCard {...given} />,
  certs: ({ block: { title, withLicense, images }, detail, frame }) => (
    <PaperCard title={title || '资质证书'} links={withLicense ? detail.certs : []} images={images} frame={frame} />
  ),
  map: (given) => <MapCard {...given} />,
} satisfies { [K in BlockKind]?: Draw<K> };

/** The kinds of these blocks. */
export type TraceKind = keyof typeof traceBlocks;

/** Draws a block of one of these kinds from the trace. */
export const drawTraceBlock = (block: Block, detail: TraceDetail, answer: ScanAnswer, frame: Frame): ReactElement => {
  const draw = traceBlocks[block.kind as TraceKind] as Draw<BlockKind>;
  return draw({ block, detail, frame }, answer);
};

/** What the trace adds to name and picture of the product. */
export const drawProductFacts = (block: BlockOf<'product'>, detail: TraceDetail): ReactElement => (
  <ProductFacts block={block} detail={detail} />
);
