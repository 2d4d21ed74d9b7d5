import type { FieldIcon as FieldIconName } from '../lib/field-icons.ts';
import { FieldIcon } from '../lib/field-icons.tsx';
import { Thumb } from './cards.tsx';

/** What became of a code at the counter, in a line. */
export const Verdict = ({
  tone,
  icon,
  words,
  note,
}: {
  tone: 'good' | 'bad' | 'idle';
  icon: FieldIconName;
  words: string;
  note?: string;
}) => (
  <div className={`f-verdict f-${tone}`} role="status">
    <FieldIcon name={icon} size={20} weight={2} />
    <b>{words}</b>
    {note && <span className="f-note">{note}</span>}
  </div>
);

/** A prize, with lines about it. */
export const Prize = ({ image, name, texts }: { image: string; name: string; texts: string[] }) => (
  <div className="f-prize">
    <Thumb address={image} side={64} />
    <div className="f-body">
      <b>{name}</b>
      {texts.map((text) => (
        <span key={text} className="f-text">
          {text}
        </span>
      ))}
    </div>
  </div>
);

/** A code as it is compared with another. */
export const CodeShown = ({ code }: { code: string }) => (
  <span className="f-code" translate="no">
    {code}
  </span>
);
