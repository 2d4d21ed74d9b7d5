import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { h } from '../lib/elements.ts';
import { shortDay, smallPicture, webAddress } from '../lib/formats.ts';

interface Step {
  time: string;
  title: string;
  facts: string[];
  images: string[];
  files: TraceDetail['reports'];
}

/** Flows and transport as one thread, newest first. */
export const steps = ({ flows, logistics }: Pick<TraceDetail, 'flows' | 'logistics'>): Step[] => {
  const all: Step[] = [
    ...flows.map((flow) => ({
      time: flow.occurAt,
      title: flow.title || flow.typeName,
      facts: [flow.place ?? '', ...flow.fields.map(({ label, value }) => `${label} ${value}`)].filter(Boolean),
      images: flow.images,
      files: flow.files,
    })),
    ...logistics.map(({ time, text, city }) => ({
      time,
      title: text,
      facts: city ? [city] : [],
      images: [],
      files: [],
    })),
  ];
  // oxlint-disable-next-line unicorn/no-array-sort -- older phones have no toSorted, and the array is our own
  return all.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
};

const outside = { target: '_blank', rel: 'noopener noreferrer' };

/** A picture of a step, opened by a tap; one that does not load goes, with its link. */
const thumb = (address: string, title: string, index: number): HTMLElement | null => {
  const safe = webAddress(address);
  if (!safe) return null;
  const image = h('img', {
    src: smallPicture(safe),
    alt: `${title}图片${index + 1}`,
    width: 72,
    height: 54,
    loading: 'lazy',
    decoding: 'async',
  });
  const link = h('a', { href: safe, ...outside }, image);
  image.addEventListener('error', () => link.remove());
  return link;
};

/** Papers that open in a page of their own. */
const papers = (links: TraceDetail['reports']): HTMLElement[] =>
  links.flatMap(({ title, url }) => {
    const safe = webAddress(url);
    return safe ? [h('a', { class: 'paper', href: safe, ...outside }, title)] : [];
  });

const stepItem = ({ time, title, facts, images, files }: Step, now: string): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      { class: 'line' },
      h('h3', {}, title),
      h('time', { datetime: time.replace(' ', 'T') }, shortDay(time, now)),
    ),
    facts.length ? h('p', { class: 'facts' }, ...facts.map((fact) => h('span', {}, fact))) : null,
    images.length ? h('div', { class: 'thumbs' }, ...images.map((image, index) => thumb(image, title, index))) : null,
    ...papers(files),
  );

/** How a thread is shown: absent means every step, the newest first, under 溯源档案. */
interface ThreadLook {
  title?: string;
  /** Flow types to show; none means all. */
  typeIds?: number[];
  order?: 'asc' | 'desc';
  withLogistics?: boolean;
}

/** The steps of an item as one thread; null when the firm has published none. */
export const timeline = (
  { chain, flows, logistics }: TraceDetail,
  now: string,
  { title, typeIds = [], order = 'desc', withLogistics = true }: ThreadLook = {},
): HTMLElement | null => {
  const chosenFlows = typeIds.length ? flows.filter(({ typeId }) => typeIds.includes(typeId)) : flows;
  const thread = steps({ flows: chosenFlows, logistics: withLogistics ? logistics : [] });
  if (!thread.length) return null;
  if (order === 'asc') thread.reverse();
  const checked = !flows.length ? '' : chain.ok ? '，已校验' : '，校验未通过';
  return h(
    'section',
    { class: 'card', 'aria-label': title || '溯源档案' },
    h(
      'div',
      { class: 'line' },
      h('h2', {}, title || '溯源档案'),
      h('span', { class: 'note' }, `${thread.length} 条记录${checked}`),
    ),
    h('ol', { class: 'thread' }, ...thread.map((step) => stepItem(step, now))),
  );
};
