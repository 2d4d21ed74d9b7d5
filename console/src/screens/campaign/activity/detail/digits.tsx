import Copy from 'icon:copy';
import { copyText } from '../../../../parts/format/copy-text.ts';

/** Sixty-four digits in eights; copying takes them bare. */
export const Digits = ({ value, label }: { value: string; label: string }) =>
  value ? (
    <span className="zy-digits">
      <span className="zy-mono">
        {(value.match(/.{1,8}/g) ?? []).map((eight, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- eights repeat and never move
          <span key={at}>{eight}</span>
        ))}
      </span>
      <button type="button" className="zy-icon-button" aria-label={`复制${label}`} onClick={() => void copyText(value)}>
        <Copy size={14} strokeWidth={1.6} />
      </button>
    </span>
  ) : (
    <>-</>
  );
