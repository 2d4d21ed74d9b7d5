import { Tooltip } from 'antd';
import Copy from 'icon:copy';
import { copyText } from './copy-text.ts';
import './code.css';

const groups = (code: string): string[] => code.match(/.{1,4}/gu) ?? [];

/** A code grouped by four through margins, so that selecting and copying yields the bare code. Never cut short. */
export const CodeText = ({ code }: { code: string }) => (
  <span className="zy-code">
    {groups(code).map((group, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- groups repeat and never move
      <span key={at}>{group}</span>
    ))}
  </span>
);

/** Runs of capitals and digits as long as codes are: what a sentence names of them. */
const codesIn = /([0-9A-Z]{12,32})/;

/** A sentence, the codes in it grouped. */
export const TextWithCodes = ({ text }: { text: string }) => (
  <>
    {text.split(codesIn).map((part, at) =>
      // Every second part is what the expression found.
      // oxlint-disable-next-line react/no-array-index-key -- parts repeat and never move
      at % 2 === 1 ? <CodeText key={at} code={part} /> : part,
    )}
  </>
);

/** A code with a button that copies the bare code; with `open` the code itself is a link. */
export const Code = ({ code, open }: { code: string; open?: () => void }) => (
  <span className="zy-code-copy">
    {open ? (
      <button type="button" className="zy-link" onClick={open}>
        <CodeText code={code} />
      </button>
    ) : (
      <CodeText code={code} />
    )}
    <Tooltip title="复制">
      <button
        type="button"
        className="zy-icon-button"
        aria-label={`复制编码 ${code}`}
        onClick={() => void copyText(code)}
      >
        <Copy size={14} strokeWidth={1.6} />
      </button>
    </Tooltip>
  </span>
);
