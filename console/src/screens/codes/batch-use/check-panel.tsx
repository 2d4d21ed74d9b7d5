import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import { Level } from '@zhuiyuan/contract/codes/code-enums';
import { CodeText } from '../../../parts/code.tsx';
import { NoticeBar } from '../../../parts/notice-bar.tsx';
import { countText } from '../../../parts/numbers.ts';
import { Sheet } from '../../../parts/sheet.tsx';
import { conflictColumns } from '../batches/op-columns.tsx';
import { PlainTable } from '../plain-table.tsx';
import type { Checked } from './use-activation.ts';

const shownRanges = 5;

const reasonOf = (code: string): string =>
  Object.values(codeRefusals).find(([number]) => String(number) === code)?.[1] ?? `错误 ${code}`;

const Ranges = ({ ranges }: Pick<Checked, 'ranges'>) => (
  <ul className="zy-check-ranges">
    {ranges.slice(0, shownRanges).map(({ seg, level, serialFrom, serialTo, firstCode, lastCode }) => (
      <li key={`${seg} ${serialFrom}`}>
        <small>
          码段 {seg}，{Level.label(level)}码 {countText(serialFrom)}–{countText(serialTo)}
        </small>
        <CodeText code={firstCode} />
        {serialTo > serialFrom && (
          <>
            {' ~ '}
            <CodeText code={lastCode} />
          </>
        )}
      </li>
    ))}
    {ranges.length > shownRanges && <li>其余号段未列出</li>}
  </ul>
);

const Result = ({ data, policy, skip }: { data: Checked; policy: number; skip: () => void }) => {
  const { total, ok, repeat, byError, conflicts, ranges } = data;
  const fail = total - ok;
  return (
    <>
      <dl className="zy-check-numbers">
        <div>
          <dt>总数</dt>
          <dd>{countText(total)}</dd>
        </div>
        <div>
          <dt>可执行</dt>
          <dd>{countText(ok)}</dd>
        </div>
        <div className={fail > 0 ? 'zy-check-bad' : undefined}>
          <dt>异常</dt>
          <dd>{countText(fail)}</dd>
        </div>
      </dl>
      {repeat > 0 && <NoticeBar tone="idle">{countText(repeat)} 个此前已启用到该批次，不会重复启用</NoticeBar>}
      {fail > 0 && (
        <ul className="zy-check-reasons">
          {Object.entries(byError).map(([code, count]) => (
            <li key={code}>
              <span>{reasonOf(code)}</span>
              <b>{countText(count)}</b>
            </li>
          ))}
        </ul>
      )}
      {fail > 0 && policy === 0 && (
        <NoticeBar tone="wait" link={ok > 0 ? { text: '改为跳过异常码', run: skip } : undefined}>
          有异常码时整体不执行
        </NoticeBar>
      )}
      {ranges.length > 0 && <Ranges ranges={ranges} />}
      {conflicts.length > 0 && (
        <PlainTable
          columns={conflictColumns}
          rows={conflicts}
          keyOf={(row) => `${row.code} ${row.seg} ${row.serialFrom}`}
          empty="没有异常"
        />
      )}
    </>
  );
};

/** 预检: what an activation of the chosen codes would do, without doing it. */
export const CheckPanel = ({
  data,
  isCurrent,
  policy,
  skip,
}: {
  data: Checked | undefined;
  /** The choice is still the one that was checked. */
  isCurrent: boolean;
  policy: number;
  skip: () => void;
}) => (
  <Sheet title="预检" finding={data && !isCurrent ? '选择已改变，请重新预检' : undefined}>
    {data ? (
      <div className={isCurrent ? 'zy-check' : 'zy-check zy-check-old'}>
        <Result data={data} policy={policy} skip={skip} />
      </div>
    ) : (
      <p className="zy-codes-none">预检会试算一遍，不改动任何码：总数、可执行数和每个异常码的原因会列在这里</p>
    )}
  </Sheet>
);
