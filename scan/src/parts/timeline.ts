import type { TraceDetail } from '@zhuiyuan/contract/codes/public-trace';
import { h } from '../dom.ts';
import { shortDay, webAddress } from '../format.ts';

interface Step {
  time: string;
  title: string;
  facts: string[];
  images: string[];
  files: TraceDetail['reports'];
}

/** Flows and transport as one thread, newest first. */
export const steps = ({ flows, logistics }: TraceDetail): Step[] => {
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

const thumb = (address: string, title: string, index: number): HTMLElement | null => {
  const safe = webAddress(address);
  return safe
    ? h(
        'a',
        { href: safe, ...outside },
        h('img', {
          src: safe,
          alt: `${title}图片${index + 1}`,
          width: 72,
          height: 54,
          loading: 'lazy',
          decoding: 'async',
        }),
      )
    : null;
};

/** Papers that open in a page of their own. */
export const papers = (links: TraceDetail['reports']): HTMLElement[] =>
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

/** 溯源档案; null when the firm has published no step. */
export const timeline = (detail: TraceDetail, now: string): HTMLElement | null => {
  const thread = steps(detail);
  if (!thread.length) return null;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'thread-title' },
    h(
      'div',
      { class: 'line' },
      h('h2', { id: 'thread-title' }, '溯源档案'),
      h('span', { class: 'note' }, `${thread.length} 条记录，${detail.chain.ok ? '已校验' : '校验未通过'}`),
    ),
    h('ol', { class: 'thread' }, ...thread.map((step) => stepItem(step, now))),
  );
};

/** Test reports and certificates; null when there is none. */
export const paperCard = ({ reports, certs }: TraceDetail): HTMLElement | null => {
  const links = papers([...reports, ...certs]);
  return links.length
    ? h(
        'section',
        { class: 'card', 'aria-labelledby': 'paper-title' },
        h('h2', { id: 'paper-title' }, '检测报告与证书'),
        ...links,
      )
    : null;
};
