import { Input } from 'antd';
import { CodeText } from '../../parts/format/code.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { Dot } from '../../parts/format/tag.tsx';
import type { useSignScan } from './use-sign-scan.ts';

const shown = 100;

/** What was scanned for signing, the newest first: what is signed for, what came beside the document, what is refused. */
export const SignScans = ({ work }: { work: ReturnType<typeof useSignScan> }) => (
  <ul className="zy-sign-scans" aria-label="已扫编码" tabIndex={work.scans.length > 0 ? 0 : undefined}>
    {work.scans.slice(0, shown).map(({ code, isAsked, lineId, itemQty, storeName, errMsg, note }) => (
      <li key={code} className={errMsg ? 'zy-sign-bad' : undefined}>
        <CodeText code={code} />
        {isAsked && <Dot tone="doing">核对中</Dot>}
        {!isAsked && errMsg !== '' && <Dot tone="bad">{errMsg}</Dot>}
        {!isAsked && errMsg === '' && lineId !== null && (
          <Dot tone="good">
            {storeName} {countText(itemQty)} 件
          </Dot>
        )}
        {!isAsked && errMsg === '' && lineId === null && (
          <span className="zy-sign-extra">
            <Dot tone="kind">多货</Dot>
            <Input
              size="small"
              aria-label={`${code} 多货说明`}
              placeholder="说明，如 多发一箱"
              maxLength={200}
              value={note}
              onChange={(event) => work.note(code, event.target.value)}
            />
          </span>
        )}
        <button type="button" className="zy-link" onClick={() => work.remove(code)}>
          移除
        </button>
      </li>
    ))}
    {work.scans.length > shown && <li className="zy-sign-more">另有 {countText(work.scans.length - shown)} 个</li>}
  </ul>
);
