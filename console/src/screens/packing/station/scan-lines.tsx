import { clockText } from '@zhuiyuan/contract/kit/clock';
import { CodeText, TextWithCodes } from '../../../parts/format/code.tsx';
import { Glyph } from '../../../parts/format/tag.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import type { ScanLine } from './use-station.ts';

/** 最近扫码, the newest first; a refusal says why. */
export const ScanLines = ({ lines, isTabbed }: { lines: readonly ScanLine[]; isTabbed: boolean }) => {
  const bad = lines.filter(({ isBad }) => isBad).length;
  const rows = (
    <>
      {lines.length === 0 && <p className="zy-packing-none">扫描的编码会列在这里</p>}
      <ul className="zy-scan-lines" tabIndex={lines.length > 0 ? 0 : undefined} aria-label="最近扫码">
        {lines.map(({ key, code, at, text, isBad }) => (
          <li key={key} className={isBad ? 'zy-scan-bad' : undefined}>
            <Glyph tone={isBad ? 'bad' : 'good'} />
            <CodeText code={code} />
            <time>{clockText(at)}</time>
            <span>
              <TextWithCodes text={text} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
  const finding = lines.length > 0 ? `${lines.length} 次，${bad} 次未装入` : undefined;
  return isTabbed ? (
    rows
  ) : (
    <Sheet title="最近扫码" finding={finding} isFlush>
      {rows}
    </Sheet>
  );
};
