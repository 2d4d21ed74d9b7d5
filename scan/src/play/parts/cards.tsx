import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { useState, type ReactNode } from 'react';
import { smallPicture, webAddress } from '../../lib/formats.ts';
import { Fact as FactLine } from '../../parts/facts.tsx';
import { BlankLines } from '../../parts/waiting.tsx';
import type { StateTone } from '../lib/claim-state.ts';
import { PlayIcon } from './play-icon.tsx';

/** A white surface with its title. */
export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Facts under each other. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="p-facts">{children}</dl>;

/** A fact that is left out where it has no value. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? <FactLine label={label}>{children}</FactLine> : null;

/** Text as it was typed: each line a paragraph, nothing of it markup. */
export const PlainText = ({ text }: { text: string }) => (
  <div className="p-text">
    {text
      .split(/\n+/)
      .map((line, at) => ({ line, at }))
      .filter(({ line }) => line.trim())
      .map(({ line, at }) => (
        <p key={at}>{line}</p>
      ))}
  </div>
);

/** The picture of a prize, or a drawing where it has none. */
export const PrizePicture = ({ image, type, side }: { image: string; type: PrizeType; side: number }) => {
  const [isLost, setLost] = useState(false);
  const safe = webAddress(image);
  if (!safe || isLost)
    return (
      <span className="p-thumb" style={{ width: side, height: side }}>
        <PlayIcon name={type === PrizeType.points ? 'coins' : 'gift'} size={side / 2} weight={1.4} />
      </span>
    );
  return (
    <img
      className="p-thumb"
      src={smallPicture(safe)}
      alt=""
      width={side}
      height={side}
      decoding="async"
      onError={() => setLost(true)}
    />
  );
};

/** The shape of what is still on its way. */
export const Skeleton = () => (
  <div className="late card blank-lines" aria-hidden="true">
    <BlankLines />
  </div>
);

/** There is nothing. */
export const Nothing = ({ words }: { words: string }) => (
  <section className="card centred p-empty">
    <PlayIcon name="gift" size={32} weight={1.3} />
    <p>{words}</p>
  </section>
);

const glyphs: Record<StateTone, string> = { good: '●', wait: '◆', doing: '◐', gone: '–' };

/** A state: its shape says as much as its colour. */
export const StateTag = ({ tone, glyph = glyphs[tone], words }: { tone: StateTone; glyph?: string; words: string }) => (
  <span className={`p-tag p-tone-${tone}`}>
    <i aria-hidden="true">{glyph}</i>
    {words}
  </span>
);

/** A row that opens something: what it is, and how it stands. */
export const OpeningRow = ({
  open,
  lead,
  title,
  texts,
  end,
}: {
  open: () => void;
  lead?: ReactNode;
  title: string;
  texts?: string[];
  end: ReactNode;
}) => (
  <button type="button" className="p-row" onClick={open}>
    {lead}
    <span className="p-main">
      <b>{title}</b>
      {texts?.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
    {end}
    <PlayIcon name="next" size={16} />
  </button>
);
