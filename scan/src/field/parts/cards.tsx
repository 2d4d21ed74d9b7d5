import type { Enumeration, Tone } from '@zhuiyuan/contract/kit/enumeration';
import { useState, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import { smallPicture, webAddress } from '../../lib/formats.ts';
import { BlankLines } from '../../parts/waiting.tsx';
import { FieldIcon } from '../lib/field-icons.tsx';
import type { FieldIcon as FieldIconName } from '../lib/field-icons.ts';
import { go } from '../lib/navigate.ts';

/** A white surface. */
export const Card = ({ children }: { children: ReactNode }) => <section className="card">{children}</section>;

/** Title of a card with a note beside it, and something at the right. */
export const CardHead = ({ title, note, right }: { title: string; note?: string; right?: ReactNode }) => (
  <div className="f-head">
    <h2>{title}</h2>
    {note && <span className="f-note">{note}</span>}
    {right && <span className="f-right">{right}</span>}
  </div>
);

/** A picture of goods, or a box where there is none. */
export const Thumb = ({ address, side = 40 }: { address: string; side?: number }) => {
  const [isLost, setLost] = useState(false);
  const safe = webAddress(address);
  if (!safe || isLost)
    return (
      <span className="f-thumb" style={{ width: side, height: side }}>
        <FieldIcon name="box" size={side / 2} weight={1.4} />
      </span>
    );
  return (
    <img
      className="f-thumb"
      src={smallPicture(safe)}
      alt=""
      width={side}
      height={side}
      decoding="async"
      onError={() => setLost(true)}
    />
  );
};

/** A link within the phone pages. */
export const Link = ({ path, ...rest }: { path: string } & AnchorHTMLAttributes<HTMLAnchorElement>) => {
  const follow = (event: MouseEvent): void => {
    event.preventDefault();
    go(path);
  };
  return <a href={path} onClick={follow} {...rest} />;
};

/** A row whose whole breadth is the target, where it leads somewhere. */
export const Row = ({
  path,
  lead,
  title,
  text,
  end,
}: {
  path?: string;
  lead?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
}) => {
  const content = (
    <>
      {lead}
      <span className="f-body">
        <b>{title}</b>
        {text && <span className="f-text">{text}</span>}
      </span>
      {end && <span className="f-end">{end}</span>}
      {path && (
        <span className="f-arrow">
          <FieldIcon name="next" size={18} />
        </span>
      )}
    </>
  );
  return path ? (
    <Link path={path} className="f-row">
      {content}
    </Link>
  ) : (
    <div className="f-row">{content}</div>
  );
};

const glyphs: Record<Tone, string> = { good: '✓', wait: '◆', bad: '✕', doing: '◐', gone: '–', idle: '○', kind: '■' };

/** A state: its shape says as much as its colour. */
export const Tag = ({ words, tone }: { words: string; tone: Tone }) => (
  <span className={`f-tag f-${tone}`}>
    <i aria-hidden="true">{glyphs[tone]}</i>
    {words}
  </span>
);

/** The state of an enumeration that a value is; nothing where it is none. */
export const StateTag = ({ of, value }: { of: Enumeration; value: unknown }) => {
  const state = of.of(value);
  return state ? <Tag words={state.label} tone={state.tone ?? 'idle'} /> : null;
};

/** The shape of cards that are still on their way. */
export const Skeleton = ({ cards = 2 }: { cards?: number }) => (
  <div className="late" aria-hidden="true">
    {Array.from({ length: cards }, (_, at) => (
      <div key={at} className="card blank-lines">
        <BlankLines />
      </div>
    ))}
  </div>
);

/** There is nothing. */
export const Nothing = ({ icon, words, act }: { icon: FieldIconName; words: string; act?: ReactNode }) => (
  <section className="card centred f-empty">
    <FieldIcon name={icon} size={32} weight={1.3} />
    <p>{words}</p>
    {act}
  </section>
);
