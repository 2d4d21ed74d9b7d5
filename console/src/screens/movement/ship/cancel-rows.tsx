import { Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { CodeText } from '../../../parts/format/code.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Dot, EnumDot } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import type { CancelRow } from './use-cancel-scan.ts';

const bare = (message: string, code: string): string => message.replace(`编码${code}：`, '');

/** The codes to be taken back, the newest first. */
export const CancelRows = ({
  rows,
  isBox,
  remove,
  flashed,
}: {
  rows: readonly CancelRow[];
  isBox: boolean;
  remove: (code: string) => void;
  flashed: string | undefined;
}) => (
  <div className="zy-ship-rows" tabIndex={0} role="group" aria-label="已扫编码">
    <table>
      <thead>
        <tr>
          <th>编码</th>
          {isBox && <th>层级</th>}
          <th>产品与批号</th>
          <th className="zy-line-number">件数</th>
          <th>发货单</th>
          <th>发货时间</th>
          <th>核对</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, answer }) => (
          <tr
            key={code}
            className={`${answer && answer.errCode !== 0 ? 'zy-ship-bad' : ''}${flashed === code ? ' zy-ship-flash' : ''}`}
          >
            <td>
              <CodeText code={answer?.code || code} />
            </td>
            {isBox && <td>{answer?.level === null || !answer ? '-' : Level.label(answer.level)}</td>}
            <td>
              {answer?.storeName ? (
                <span className="zy-line-product">
                  {answer.storeName}
                  <small>{answer.lotNo}</small>
                </span>
              ) : (
                '-'
              )}
            </td>
            <td className="zy-line-number">{answer && answer.itemQty > 0 ? countText(answer.itemQty) : '-'}</td>
            <td>
              {answer?.deliverNo ? (
                <span className="zy-line-product">
                  <span className="zy-mono">{answer.deliverNo}</span>
                  <small>发往 {answer.toName}</small>
                </span>
              ) : (
                '-'
              )}
            </td>
            <td>{answer?.shipAt ? timeText(answer.shipAt) : '-'}</td>
            <td className="zy-ship-verdict">
              {!answer && <Dot tone="doing">核对中</Dot>}
              {answer && answer.errCode !== 0 && <Dot tone="bad">{bare(answer.errMsg, answer.code)}</Dot>}
              {answer?.errCode === 0 && <EnumDot of={Shipping} value={answer.status} />}
            </td>
            <td>
              <button type="button" className="zy-link" onClick={() => remove(code)}>
                移除
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {rows.length === 0 && <p className="zy-ship-none">扫描的编码会列在这里，提交前可以移除</p>}
  </div>
);
