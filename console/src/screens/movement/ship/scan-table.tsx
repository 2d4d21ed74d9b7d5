import { useState, memo } from 'react';
import { countText } from '../../../parts/format/numbers.ts';
import { Dot, Glyph } from '../../../parts/format/tag.tsx';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { useProduct } from '../../../parts/pickers/use-choices.ts';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { CodeRun, LevelCount, unitOf } from '../code-run.tsx';
import { isOpenRun, standingOf, type ScanRow } from './scan-rows.ts';
import type { ShipPage } from './use-ship-page.ts';

const ProductThumb = ({ id, name }: { id: number; name: string }) => (
  <Thumb src={useProduct(id)?.image} label={name} size={28} />
);

const bare = (message: string, code: string): string => message.replace(`编码${code}：`, '');

/** What the server says of a row. */
const Verdict = ({ row }: { row: ScanRow }) => {
  const { answer } = row;
  const standing = standingOf(row);
  if (standing === 'open')
    return (
      <>
        <Dot tone="doing">等待尾码</Dot>
        <small>再扫一个尾码，Esc 取消</small>
      </>
    );
  const cause = answer ? bare(answer.errMsg, answer.code) : '';
  if (standing === 'removed')
    return (
      <>
        <Dot tone="gone">已移除</Dot>
        {cause && <small>{cause}</small>}
      </>
    );
  if (!answer) return <Dot tone="doing">核对中</Dot>;
  if (standing === 'bad') return <Dot tone="bad">{cause}</Dot>;
  if (standing === 'part')
    return (
      <>
        <Dot tone="good">
          可发，已剔除 {countText(answer.cutQty)} {unitOf(answer.level)}
        </Dot>
        {answer.cut.slice(0, 3).map(({ serialFrom, serialTo, errMsg, code }) => (
          <small key={serialFrom}>
            序号 {countText(serialFrom)}
            {serialTo > serialFrom && `–${countText(serialTo)}`}：{bare(errMsg, code)}
          </small>
        ))}
        {answer.cut.length > 3 && <small>另有 {answer.cut.length - 3} 处</small>}
      </>
    );
  if (standing === 'warned')
    return (
      <>
        <Dot tone="wait">可发，有提醒</Dot>
        <small className="zy-ship-caution">{answer.warns.join('，')}</small>
      </>
    );
  return <Dot tone="good">可发</Dot>;
};

const Row = memo(function Row({
  row,
  isFlashed,
  acts,
}: {
  row: ScanRow;
  isFlashed: boolean;
  acts: Pick<ShipPage, 'remove' | 'restore' | 'drop'>;
}) {
  const { answer, key, isRemoved } = row;
  const standing = standingOf(row);
  const open = isOpenRun(row);
  const isRun = Boolean(row.lastCode);
  const notCounted = standing === 'bad' || isRemoved;
  return (
    <tr className={`zy-ship-${standing}${isFlashed ? ' zy-ship-flash' : ''}`}>
      <td>{key}</td>
      <td>
        <CodeRun code={answer?.code || row.code} lastCode={isRun ? answer?.lastCode || row.lastCode! : ''} isPlain />
        {open && <span className="zy-ship-awaits">扫描尾码</span>}
      </td>
      <td>
        {answer && (
          <LevelCount
            level={answer.level}
            count={open ? 1 : answer.codeQty}
            of={open ? 1 : answer.codeTotal}
            serials={
              isRun && answer.serialFrom !== null ? { from: answer.serialFrom, to: answer.serialTo! } : undefined
            }
            innerBoxes={answer.innerBoxQty}
          />
        )}
      </td>
      <td>
        {answer?.storeName ? (
          <span className="zy-named">
            {answer.productId !== null && <ProductThumb id={answer.productId} name={answer.storeName} />}
            <span className="zy-line-product">
              <span className="zy-ship-name" title={answer.storeName}>
                {answer.storeName}
              </span>
              <small>
                {answer.lotNo}
                {answer.isMixed && '（混装）'}
              </small>
            </span>
          </span>
        ) : (
          '-'
        )}
      </td>
      <td className="zy-line-number">
        {!answer || open || answer.itemQty === 0 ? (
          '-'
        ) : notCounted ? (
          <s>{countText(answer.itemQty)}</s>
        ) : (
          countText(answer.itemQty)
        )}
      </td>
      <td className="zy-ship-verdict">
        <Verdict row={row} />
      </td>
      <td>
        <button
          type="button"
          className="zy-link"
          onClick={() => (isRemoved ? acts.restore(key) : open ? acts.drop(key) : acts.remove(key))}
        >
          {isRemoved ? '恢复' : open ? '取消' : '移除'}
        </button>
      </td>
    </tr>
  );
});

const shownAtFirst = 200;
const tabOf = {
  all: () => true,
  good: (row: ScanRow) => standingOf(row) === 'good',
  warned: (row: ScanRow) => ['warned', 'part'].includes(standingOf(row)),
  bad: (row: ScanRow) => standingOf(row) === 'bad',
  removed: (row: ScanRow) => row.isRemoved,
};

/** The rows, the newest first, by what came of them. */
export const ScanTable = ({ page, acts }: { page: ShipPage; acts: Pick<ShipPage, 'remove' | 'restore' | 'drop'> }) => {
  const [tab, setTab] = useState<keyof typeof tabOf>('all');
  const [most, setMost] = useState(shownAtFirst);
  const { rows, sums, flashed } = page;
  const { good, warned, bad, removed } = sums.counts;
  const mine = rows.filter(tabOf[tab]);
  const shown = mine.slice(-most).toReversed();
  const items = [
    { value: 'all', label: '全部', count: rows.length },
    { value: 'good', label: '可发', count: good },
    { value: 'warned', label: '提醒', count: warned },
    { value: 'bad', label: '异常', count: bad, mark: bad > 0 ? <Glyph tone="bad" /> : undefined },
    { value: 'removed', label: '已移除', count: removed },
  ];
  return (
    <>
      <div className="zy-ship-tabs">
        <ListTabs items={items} value={tab} change={(next) => setTab(next as keyof typeof tabOf)} />
      </div>
      <div className="zy-ship-rows" tabIndex={0} role="group" aria-label="已扫编码">
        <table className="zy-ship-table">
          <thead>
            <tr>
              <th>行</th>
              <th>编码或号段</th>
              <th>层级与数量</th>
              <th>产品与批号</th>
              <th className="zy-line-number">件数</th>
              <th>核对</th>
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.key} row={row} isFlashed={row.key === flashed} acts={acts} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="zy-ship-none">扫描的编码会列在这里，最新的在最上面</p>}
        {rows.length > 0 && mine.length === 0 && <p className="zy-ship-none">没有这样的编码</p>}
        {mine.length > shown.length && (
          <button type="button" className="zy-link zy-lines-more" onClick={() => setMost(most + shownAtFirst)}>
            更早的 {countText(mine.length - shown.length)} 行
          </button>
        )}
      </div>
    </>
  );
};
