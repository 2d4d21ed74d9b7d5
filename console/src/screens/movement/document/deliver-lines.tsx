import { DeliverStatus, DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, type DeliverLine, type LineCode } from '@zhuiyuan/contract/movement/document/deliver';
import { Pagination } from 'antd';
import ChevronDown from 'icon:chevron-down';
import ChevronRight from 'icon:chevron-right';
import { Fragment, useRef, useState } from 'react';
import { Failed } from '../../../parts/feedback/states.tsx';
import { CodeText } from '../../../parts/format/code.tsx';
import { countText, totalText } from '../../../parts/format/numbers.ts';
import { CodeLink, LotLink, ProductLink } from '../../../parts/format/object-links.tsx';
import { Dot, EnumTag } from '../../../parts/format/tag.tsx';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { shortTimeText } from '../../../parts/format/times.ts';
import { useScrollFocus } from '../../../parts/frame/use-scroll-focus.ts';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import type { Search } from '../../../parts/list/use-search.ts';
import { CodeRun, lastOf, LevelCount, unitOf } from '../code-run.tsx';

/** The codes of a range, by serial, twenty at a time. */
const RunCodes = ({ lineId }: { lineId: number }) => {
  const search = useLocalSearch(deliverApi.lineCodes, { fixed: { lineId } });
  if (search.error && search.rows.length === 0)
    return <Failed title="编码没有加载出来" error={search.error} retry={search.reload} />;
  const one = ({ codeId, code, serial, childCnt, itemQty }: LineCode) => (
    <li key={codeId}>
      <small>{countText(serial)}</small>
      <CodeLink code={code}>
        <CodeText code={code} />
      </CodeLink>
      <span>
        {childCnt > 0 && `${countText(childCnt)} 个下级，`}
        {countText(itemQty)} 件
      </span>
    </li>
  );
  return (
    <div className="zy-run-codes">
      {search.isFirstLoad ? <span className="zy-codes-none">加载中</span> : <ul>{search.rows.map(one)}</ul>}
      {search.total > search.limit && (
        <Pagination
          size="small"
          current={search.page}
          pageSize={search.limit}
          total={search.total}
          showSizeChanger={false}
          onChange={(page) => search.go(page)}
        />
      )}
    </div>
  );
};

const Ended = ({ line }: { line: DeliverLine }) => {
  if (line.diffKind !== null) return <Dot tone="wait">{DiffKind.label(line.diffKind)}</Dot>;
  if (line.status === DeliverStatus.shipped) return <>-</>;
  return (
    <span title={line.cancelReason || line.endBy}>
      {line.endAt ? shortTimeText(line.endAt) : '-'}
      {line.cancelReason && <small>{line.cancelReason}</small>}
    </span>
  );
};

const Line = ({ line }: { line: DeliverLine }) => {
  const [isOpen, setOpen] = useState(false);
  const isRun = line.codeCnt > 1;
  const Mark = isOpen ? ChevronDown : ChevronRight;
  return (
    <Fragment>
      <tr className={line.status === DeliverStatus.cancelled ? 'zy-line-gone' : undefined}>
        <td>
          <span className="zy-line-code">
            {isRun && (
              <button
                type="button"
                className="zy-icon-button"
                aria-label={isOpen ? '收起号段' : '展开号段'}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <Mark size={14} strokeWidth={1.8} />
              </button>
            )}
            <CodeRun code={line.code} lastCode={lastOf(line)} />
          </span>
        </td>
        <td>
          <LevelCount
            level={line.level}
            count={line.codeCnt}
            serials={isRun ? { from: line.serialFrom, to: line.serialTo } : undefined}
            innerBoxes={line.innerBoxQty}
          />
        </td>
        <td>
          <span className="zy-named">
            <Thumb src={line.image} label={line.storeName} size={28} />
            {line.storeName ? (
              <span className="zy-line-product">
                <ProductLink id={line.productId}>{line.storeName}</ProductLink>
                {line.isMixed && <small>混装</small>}
              </span>
            ) : (
              '未绑定产品'
            )}
          </span>
        </td>
        <td className="zy-line-lot">{line.lotNo ? <LotLink id={line.lotId}>{line.lotNo}</LotLink> : '-'}</td>
        <td className="zy-line-number">{countText(line.itemQty)}</td>
        <td>
          <EnumTag of={DeliverStatus} value={line.status} />
        </td>
        <td>
          <Ended line={line} />
        </td>
      </tr>
      {isOpen && (
        <tr className="zy-line-open">
          <td colSpan={7}>
            <RunCodes lineId={line.id} />
          </td>
        </tr>
      )}
    </Fragment>
  );
};

type Lines = Search<unknown, DeliverLine, { sums: Record<'lineCnt' | 'codeCnt' | 'itemQty' | 'signQty', number> }>;

/** 发货明细: every line; a range opens in place; the sums stand at the foot. */
export const DeliverLines = ({ search }: { search: Lines }) => {
  const around = useRef<HTMLDivElement>(null);
  useScrollFocus(around);
  if (search.error && search.rows.length === 0)
    return <Failed title="明细没有加载出来" error={search.error} retry={search.reload} />;
  const sums = search.answer?.sums;
  return (
    <>
      <div className="zy-lines" ref={around}>
        <table>
          <thead>
            <tr>
              <th>编码或号段</th>
              <th>层级与数量</th>
              <th>产品</th>
              <th>批号</th>
              <th className="zy-line-number">件数</th>
              <th>状态</th>
              <th>签收</th>
            </tr>
          </thead>
          <tbody>
            {search.rows.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </tbody>
          {sums && (
            <tfoot>
              <tr>
                <td>合计 {countText(sums.lineCnt)} 行</td>
                <td>{countText(sums.codeCnt)} 个码</td>
                <td />
                <td />
                <td className="zy-line-number">{countText(sums.itemQty)}</td>
                <td colSpan={2}>
                  已签收 {countText(sums.signQty)} 件，未签 {countText(sums.itemQty - sums.signQty)} 件
                </td>
              </tr>
            </tfoot>
          )}
        </table>
        {search.isFirstLoad && <p className="zy-codes-none zy-lines-none">加载中</p>}
        {!search.isFirstLoad && search.rows.length === 0 && <p className="zy-codes-none zy-lines-none">没有明细</p>}
      </div>
      {search.total > search.limit && (
        <div className="zy-codes-pager zy-lines-pager">
          <span>共 {totalText(search)} 行</span>
          <Pagination
            size="small"
            current={search.page}
            pageSize={search.limit}
            total={search.total}
            showSizeChanger={false}
            onChange={(page) => search.go(page)}
          />
        </div>
      )}
      {search.hasMore && (
        <button type="button" className="zy-link zy-lines-more" onClick={search.loadMore}>
          加载更多
        </button>
      )}
    </>
  );
};

/** The lines of a document as they stand on a phone. */
export const DeliverLineCards = ({ rows }: { rows: readonly DeliverLine[] }) => (
  <ul className="zy-line-cards">
    {rows.map((line) => (
      <li key={line.id}>
        <span>
          <CodeRun code={line.code} lastCode={lastOf(line)} />
          <EnumTag of={DeliverStatus} value={line.status} />
        </span>
        <b>{line.storeName || '未绑定产品'}</b>
        <small>
          {[line.lotNo, `${countText(line.codeCnt)} ${unitOf(line.level)}`, `${countText(line.itemQty)} 件`]
            .filter(Boolean)
            .join('，')}
        </small>
        {(line.diffKind !== null || line.status !== DeliverStatus.shipped) && <Ended line={line} />}
      </li>
    ))}
  </ul>
);
