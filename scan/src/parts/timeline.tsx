import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { TimeOrder, type BlockOf } from '@zhuiyuan/contract/trace/template/template-blocks';
import { shortDay, webAddress } from '../lib/formats.ts';
import type { Frame } from './frame.ts';
import { LinkedPicture, numbered, outside } from './picture.tsx';

interface Step {
  /** Of no other step of its item. */
  key: string;
  time: string;
  title: string;
  facts: string[];
  images: string[];
  files: TraceDetail['reports'];
}

/** Flows and transport as one thread, newest first. */
export const steps = ({ flows, logistics }: Pick<TraceDetail, 'flows' | 'logistics'>): Step[] => {
  const all: Step[] = [
    ...flows.map((flow, at) => ({
      key: `flow-${at}`,
      time: flow.occurAt,
      title: flow.title || flow.typeName,
      facts: [flow.place ?? '', ...flow.fields.map(({ label, value }) => `${label} ${value}`)].filter(Boolean),
      images: flow.images,
      files: flow.files,
    })),
    ...logistics.map(({ time, text, city }, at) => ({
      key: `way-${at}`,
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

/** Papers that open in a page of their own. */
export const PaperLink = ({ title, url }: TraceDetail['reports'][number]) => {
  const safe = webAddress(url);
  return safe ? (
    <a className="paper" href={safe} {...outside}>
      {title}
    </a>
  ) : null;
};

const StepItem = ({ step: { time, title, facts, images, files }, now }: { step: Step; now: string }) => (
  <li>
    <div className="line">
      <h3>{title}</h3>
      <time dateTime={time.replace(' ', 'T')}>{shortDay(time, now)}</time>
    </div>
    {facts.length > 0 && (
      <p className="facts">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    )}
    {images.length > 0 && (
      <div className="thumbs">
        {numbered(images, `${title}图片`).map((picture) => (
          <LinkedPicture key={picture.alt} {...picture} width={72} height={54} />
        ))}
      </div>
    )}
    {files.map((file) => (
      <PaperLink key={file.url} {...file} />
    ))}
  </li>
);

/** How a thread is shown: absent means every step, the newest first, under 溯源档案. */
type ThreadLook = Partial<Pick<BlockOf<'flows'>, 'title' | 'typeIds' | 'order' | 'withLogistics'>>;

/** The steps of an item as one thread; nothing when the firm has published none. */
export const Timeline = ({
  detail: { chain, flows, logistics },
  now,
  look: { title, typeIds = [], order, withLogistics = true } = {},
  frame,
}: {
  detail: Pick<TraceDetail, 'chain' | 'flows' | 'logistics'>;
  now: string;
  look?: ThreadLook;
  frame?: Frame;
}) => {
  const chosenFlows = typeIds.length ? flows.filter(({ typeId }) => typeIds.includes(typeId)) : flows;
  const thread = steps({ flows: chosenFlows, logistics: withLogistics ? logistics : [] });
  if (!thread.length) return null;
  if (order === TimeOrder.asc) thread.reverse();
  const checked = !flows.length ? '' : chain.ok ? '，已校验' : '，校验未通过';
  return (
    <section className="card" aria-label={title || '溯源档案'} {...frame}>
      <div className="line">
        <h2>{title || '溯源档案'}</h2>
        <span className="note">{`${thread.length} 条记录${checked}`}</span>
      </div>
      <ol className="thread">
        {thread.map((step) => (
          <StepItem key={step.key} step={step} now={now} />
        ))}
      </ol>
    </section>
  );
};
