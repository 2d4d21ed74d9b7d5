import type { Enumeration, Glyph as GlyphName, Tone } from '@zhuiyuan/contract/kit/enumeration';
import type { ReactNode } from 'react';
import './tag.css';

const glyphOfTone: Record<Tone, GlyphName> = {
  idle: 'ring',
  doing: 'half',
  wait: 'diamond',
  good: 'disc',
  bad: 'cross',
  gone: 'dash',
  kind: 'square',
};

const shapes: Record<GlyphName, ReactNode> = {
  ring: <circle cx="5" cy="5" r="3.1" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M5 1.8a3.2 3.2 0 0 1 0 6.4z" fill="currentColor" />
    </>
  ),
  diamond: <path d="M5 .9 9.1 5 5 9.1.9 5z" fill="currentColor" />,
  disc: <circle cx="5" cy="5" r="3.6" fill="currentColor" />,
  cross: <path d="m2 2 6 6M8 2 2 8" fill="none" stroke="currentColor" strokeWidth="1.9" />,
  dash: <path d="M1.2 5h7.6" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  square: <path d="M1.8 1.8h6.4v6.4H1.8z" fill="currentColor" />,
};

/** The 10 px mark that says a status' stage; it takes the tone's colour and is decoration beside its text. */
export const Glyph = ({ tone, glyph = glyphOfTone[tone] }: { tone: Tone; glyph?: GlyphName }) => (
  <svg className={`zy-glyph zy-ink-${tone}`} viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    {shapes[glyph]}
  </svg>
);

/** A status on the tone's tinted ground: one such column per table. */
export const Tag = ({ tone, glyph, children }: { tone: Tone; glyph?: GlyphName; children: ReactNode }) => (
  <span className={`zy-tag zy-tag-${tone}`}>
    <Glyph tone={tone} glyph={glyph} />
    {children}
  </span>
);

/** A further status: the glyph and plain ink text. */
export const Dot = ({ tone, glyph, children }: { tone: Tone; glyph?: GlyphName; children: ReactNode }) => (
  <span className="zy-dot">
    <Glyph tone={tone} glyph={glyph} />
    {children}
  </span>
);

/** A value of an enumeration as a tag; `-` when absent, 未知 when the enumeration does not know it. */
export const EnumTag = ({ of, value }: { of: Enumeration; value: unknown }) => {
  if (value === null || value === undefined || value === '') return <>-</>;
  const label = of.of(value);
  return label?.tone ? (
    <Tag tone={label.tone} glyph={label.glyph}>
      {label.label}
    </Tag>
  ) : (
    <>{of.label(value)}</>
  );
};

/** A value of an enumeration as glyph and plain text, or plain text where it has no tone or is a type, which has no stage. */
export const EnumDot = ({ of, value }: { of: Enumeration; value: unknown }) => {
  if (value === null || value === undefined || value === '') return <>-</>;
  const label = of.of(value);
  return label?.tone && label.tone !== 'kind' ? (
    <Dot tone={label.tone} glyph={label.glyph}>
      {label.label}
    </Dot>
  ) : (
    <>{of.label(value)}</>
  );
};
