import { DiffAct, DiffKind, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import type { DeliverDiff } from '@zhuiyuan/contract/movement/document/deliver';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { CodeText } from '../../parts/format/code.tsx';
import { CodeLink } from '../../parts/format/object-links.tsx';
import { Thumb } from '../../parts/format/thumb.tsx';
import { acts, cell, enumDot, enumTag, text, time, type Column } from '../../parts/list/columns.tsx';

/** The columns of differences, in a document and in the list of all of them. */
export const diffColumns = (handle: (diff: DeliverDiff) => void): Column<DeliverDiff>[] => [
  cell(
    'code',
    '编码',
    (row) => (
      <CodeLink code={row.code}>
        <CodeText code={row.code} />
      </CodeLink>
    ),
    { width: 190 },
  ),
  enumDot('kind', '差异', DiffKind, { width: 72 }),
  enumTag('state', '状态', DiffState, { width: 88 }),
  text('storeName', '产品', { width: 140 }),
  text('lotNo', '批号', { width: 110 }),
  text('note', '说明', { width: 150 }),
  cell(
    'images',
    '照片',
    (row) =>
      row.images.length > 0 ? (
        <span className="zy-diff-pictures">
          {row.images.slice(0, 3).map((src) => (
            <Thumb key={src} src={src} label={row.code} />
          ))}
        </span>
      ) : (
        '-'
      ),
    { width: 96 },
  ),
  cell('act', '处理', (row) => (row.act === null ? '-' : DiffAct.label(row.act)), { width: 72 }),
  text('remark', '处理说明', { width: 150 }),
  text('handledBy', '处理人', { width: 84 }),
  time('createTime', '登记时间'),
  acts((row) =>
    row.state === DiffState.open ? [{ label: '处理', may: signApi.handleDiff.may, run: () => handle(row) }] : [],
  ),
];
