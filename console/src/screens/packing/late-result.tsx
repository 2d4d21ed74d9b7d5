import { useEffect, useRef } from 'react';
import { countText } from '../../parts/format/numbers.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { CodeText, TextWithCodes } from '../../parts/format/code.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import { cell, type Column } from '../../parts/list/columns.tsx';
import { PlainTable } from '../../parts/list/plain-table.tsx';
import type { Checked } from './late-packing.tsx';

/** What stands against one code. */
export interface BadCode {
  code: string;
  errCode: number;
  errMsg: string;
}

const columns: Column<BadCode>[] = [
  cell('code', '编码', (row) => <CodeText code={row.code} />, { width: 176 }),
  cell('errMsg', '原因', ({ code, errMsg }) => <TextWithCodes text={errMsg.replace(`编码${code}：`, '')} />, {
    width: 240,
  }),
];

const factsOf = ({ box, ok, repeat, bad }: NonNullable<Checked['found']>) => [
  { label: '箱码', value: <CodeText code={box.code} /> },
  { label: '产品', value: [box.storeName, box.lotNo].filter(Boolean).join(' / ') || '装入后随第一个码' },
  { label: '装量', value: `${countText(box.childCnt)}/${box.capacity > 0 ? countText(box.capacity) : '-'}` },
  { label: '可装入', value: countText(ok) },
  ...(repeat > 0 ? [{ label: '已在箱内', value: countText(repeat) }] : []),
  { label: '异常', value: countText(bad.length) },
];

/** What came of checking a box and its codes, each wrong one with its cause; `isOld` when something was changed since. */
export const LateResult = ({ checked, isOld }: { checked: Checked; isOld: boolean }) => {
  const { found, bad } = checked;
  const place = useRef<HTMLDivElement>(null);
  // It stands below the fields, and is drawn anew by every check.
  useEffect(() => {
    place.current?.scrollIntoView({ behavior: 'smooth', block: 'center' });
  }, []);
  return (
    <div className="zy-pack-codes" ref={place}>
      {isOld ? (
        <NoticeBar tone="wait">内容已修改，请重新校验</NoticeBar>
      ) : (
        bad.length === 0 && <NoticeBar tone="good">全部编码都可以补录</NoticeBar>
      )}
      {found && <Facts isPaired items={factsOf(found)} />}
      {bad.length > 0 && (
        <PlainTable columns={columns} rows={bad} keyOf={({ code, errMsg }) => `${code} ${errMsg}`} empty="没有异常" />
      )}
    </div>
  );
};
