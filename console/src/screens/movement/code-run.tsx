import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { CodeText } from '../../parts/format/code.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink } from '../../parts/format/object-links.tsx';
import './code-run.css';

/** A code, or the first and the last of a run in two lines. */
export const CodeRun = ({ code, lastCode, isPlain = false }: { code: string; lastCode: string; isPlain?: boolean }) => {
  const one = (text: string) =>
    isPlain ? (
      <CodeText code={text} />
    ) : (
      <CodeLink code={text}>
        <CodeText code={text} />
      </CodeLink>
    );
  return (
    <span className="zy-code-run">
      <span>
        {one(code)}
        {lastCode && <small>至</small>}
      </span>
      {lastCode && <span>{one(lastCode)}</span>}
    </span>
  );
};

/** The last code of a line that is a run of several. */
export const lastOf = ({ codeCnt, lastCode }: { codeCnt: number; lastCode: string }): string =>
  codeCnt > 1 ? lastCode : '';

/** What codes of a level are counted in: 箱, or 件. */
export const unitOf = (level: number | null): string => (level === Level.item ? '件' : '箱');

/** Level and number of codes, and below it the serials of a run, or the small boxes in a case. */
export const LevelCount = ({
  level,
  count,
  of = count,
  serials,
  innerBoxes = 0,
}: {
  level: number | null;
  count: number;
  /** How many there would be if none were left out. */
  of?: number;
  serials?: { from: number; to: number };
  innerBoxes?: number;
}) => (
  <span className="zy-level-count">
    {level === null
      ? '-'
      : `${Level.label(level)} ${countText(count)}${of === count ? '' : ` / ${countText(of)}`} ${unitOf(level)}`}
    {serials && (
      <small>
        序号 {countText(serials.from)}–{countText(serials.to)}
      </small>
    )}
    {!serials && level === Level.case && innerBoxes > 0 && <small>内 {countText(innerBoxes)} 小箱</small>}
  </span>
);
