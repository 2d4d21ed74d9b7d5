import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import type { Block, BlockKind, BlockOf } from '@zhuiyuan/contract/trace/template/template-blocks';
import { h } from '../lib/elements.ts';
import { webAddress } from '../lib/formats.ts';
import { acts } from '../parts/acts.ts';
import { addIdentifier } from '../parts/identity-card.ts';
import { productCard } from '../parts/product-card.ts';
import { timeline } from '../parts/timeline.ts';
import {
  card,
  carousel,
  firmCard,
  graphicCard,
  lotCard,
  mapCard,
  paperCard,
  productFacts,
  videoCard,
} from './content-cards.ts';
import { richText } from './rich-text.ts';

/** What blocks are drawn from before the trace has arrived. */
export interface Scene {
  answer: ScanAnswer;
  identity: HTMLElement;
  /** Telephone of the firm, or null. */
  phone: string | null;
  /** Button that opens the report; null where the query was not recorded. */
  report: HTMLElement | null;
  /** The ways to the firm already stand elsewhere on the page. */
  hasActs: boolean;
}

type Drawn = HTMLElement | null;
type AtOnce = { [K in BlockKind]?: (block: BlockOf<K>, scene: Scene) => Drawn };
type WithTrace = { [K in BlockKind]?: (block: BlockOf<K>, detail: TraceDetail, answer: ScanAnswer) => Drawn };

/** Where a draw is offered once the server knows of one; an entry elsewhere is shown at once. */
const lotteryCard = (title: string, { lottery }: ScanAnswer): Drawn => {
  const address = lottery.enabled ? webAddress(lottery.entryUrl) : null;
  return address
    ? h(
        'section',
        { class: 'card lottery' },
        h('h2', {}, title || '本次扫码可抽奖'),
        h('a', { class: 'button', href: address }, '去抽奖'),
      )
    : h('div', { class: 'draw-place', 'data-title': title });
};

const actCard = (row: Drawn): Drawn =>
  row && h('section', { class: 'card acts-card', 'aria-label': '联系与举报' }, row);

const atOnce: AtOnce = {
  product: (_block, { answer }) => productCard(answer),
  graphic: graphicCard,
  rich: (block) => card(block.title, richText(block.html)),
  identifier: (block, { identity }) => {
    if (block.title) identity.querySelector('h2')!.textContent = block.title;
    return identity;
  },
  lottery: (block, { answer }) => lotteryCard(block.title, answer),
  phone: (block, { phone, hasActs }) => (hasActs ? null : actCard(acts(phone, null, { phone: block.title }))),
  report: (block, { report, hasActs }) => (hasActs ? null : actCard(acts(null, report, { report: block.title }))),
  divider: (block) =>
    h('div', { class: block.look === 1 ? 'rule' : 'gap', style: `height:${block.height}px`, 'aria-hidden': 'true' }),
};

const withTrace: WithTrace = {
  carousel,
  video: videoCard,
  lot: lotCard,
  flows: (block, detail, answer) => timeline(detail, answer.scanTime, block),
  logistics: (block, detail, answer) =>
    timeline({ ...detail, flows: [] }, answer.scanTime, { title: block.title || '物流轨迹' }),
  reports: (block, { reports }) => paperCard(block.title || '检测报告', reports),
  firm: firmCard,
  certs: (block, { certs }) => paperCard(block.title || '资质证书', block.withLicense ? certs : [], block.images),
  map: mapCard,
};

/** The blocks of a page, and what happens to them once the trace is there. */
export interface DrawnBlocks {
  cards: HTMLElement[];
  /** Puts the trace into the places kept for it. */
  fill(detail: TraceDetail): void;
  /** Where the trace is waited for: the first place of it; null when no block needs it. */
  waiting: HTMLElement | null;
  /** The first card that grows when the trace comes; null when none does. */
  growing: HTMLElement | null;
}

const skeleton = (): HTMLElement =>
  h(
    'div',
    { class: 'late card blank-lines', 'aria-hidden': 'true' },
    h('i', { class: 'bar-short' }),
    h('i', { class: 'bar-long' }),
    h('i', { class: 'bar-mid' }),
  );

/** Draws the blocks in their order. What has to wait for the trace gets a place; only the first of them is seen. */
export const drawBlocks = (blocks: Block[], scene: Scene): DrawnBlocks => {
  const cards: HTMLElement[] = [];
  const places: { block: Block; place: HTMLElement }[] = [];
  const products: { block: BlockOf<'product'>; card: HTMLElement }[] = [];
  for (const block of blocks) {
    if (withTrace[block.kind]) {
      const place = places.length ? h('div', { hidden: true }) : skeleton();
      places.push({ block, place });
      cards.push(place);
      continue;
    }
    const drawn = (atOnce[block.kind] as ((block: Block, scene: Scene) => Drawn) | undefined)?.(block, scene);
    if (!drawn) continue;
    const before = cards.at(-1);
    // telephone and report beside each other share a row
    if (drawn.classList.contains('acts-card') && before?.classList.contains('acts-card')) {
      before.querySelector('.acts')!.append(...drawn.querySelector('.acts')!.childNodes);
      before.dataset.block += ` ${block.id}`;
      continue;
    }
    drawn.dataset.block = block.id;
    if (block.kind === 'product') products.push({ block, card: drawn });
    cards.push(drawn);
  }
  const growers = new Set<HTMLElement>(places.map(({ place }) => place));
  for (const { block, card: product } of products) if (block.facts.length) growers.add(product);
  return {
    cards,
    waiting: places[0]?.place ?? null,
    growing: cards.find((one) => growers.has(one)) ?? null,
    fill: (detail) => {
      for (const { block, place } of places) {
        const draw = withTrace[block.kind] as (block: Block, detail: TraceDetail, answer: ScanAnswer) => Drawn;
        const drawn = draw(block, detail, scene.answer);
        if (drawn) drawn.dataset.block = block.id;
        if (drawn) place.replaceWith(drawn);
        else place.remove();
      }
      for (const { block, card: product } of products)
        product.append(...productFacts(block, detail).filter((part) => part !== null));
      addIdentifier(scene.identity, detail.identifier);
    },
  };
};
