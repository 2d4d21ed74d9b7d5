import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { CodeText } from '../../../parts/format/code.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { conflictColumns } from './op-columns.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { ConflictPolicy, type Checked } from '@zhuiyuan/contract/codes/ops/op-draft';

const shownRanges = 5;
/** Conflicts that an answer names; the file has all of them. */
const mostNamed = 100;

const reasonOf = (code: string): string =>
  Object.values(codeRefusals).find(([number]) => String(number) === code)?.[1] ?? `错误 ${code}`;

const Ranges = ({ ranges }: Pick<Checked, 'ranges'>) => (
  <ul className="zy-check-ranges">
    {ranges.slice(0, shownRanges).map(({ seg, level, serialFrom, serialTo, firstCode, lastCode }) => (
      <li key={`${seg} ${serialFrom}`}>
        <small>
          码段 {seg}，{Level.label(level)}码
          {serialTo > serialFrom
            ? ` ${countText(serialFrom)}–${countText(serialTo)}`
            : `第 ${countText(serialFrom)} 个`}
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

/** What the codes are bound to now, the most first, and what they would be bound to. */
const Bindings = ({ bindings, to }: Pick<Checked, 'bindings'> & { to: string | undefined }) => (
  <ul className="zy-check-bound" aria-label="当前绑定">
    {bindings.map(({ storeName, lotNo, channelName, lotId, channelId, count }) => (
      <li key={`${lotId} ${channelId}`}>
        <span>{[storeName, lotNo, channelName].filter(Boolean).join(' / ')}</span>
        <b>{countText(count)}</b>
      </li>
    ))}
    {to && <li className="zy-check-to">改为 {to}</li>}
  </ul>
);

const Result = ({
  data,
  policy,
  skip,
  to,
  takeAll,
}: {
  data: Checked;
  policy: number;
  skip: () => void;
  to: string | undefined;
  takeAll: () => void;
}) => {
  const { total, ok, repeat, byError, conflicts, ranges, bindings, boxes } = data;
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
      {boxes > 0 && boxes < total && <p className="zy-check-note">其中箱码 {countText(boxes)} 个</p>}
      {repeat > 0 && <NoticeBar tone="idle">{countText(repeat)} 个已是要求的状态，不会重复执行</NoticeBar>}
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
      {fail > 0 && policy === ConflictPolicy.refuse && (
        <NoticeBar tone="wait" link={ok > 0 ? { text: '改为跳过异常码', run: skip } : undefined}>
          有异常码时整体不执行
        </NoticeBar>
      )}
      {bindings.length > 0 && <Bindings bindings={bindings} to={to} />}
      {ranges.length > 0 && <Ranges ranges={ranges} />}
      {conflicts.length > 0 && (
        <>
          <PlainTable
            columns={conflictColumns}
            rows={conflicts}
            keyOf={(row) => `${row.code} ${row.seg} ${row.serialFrom} ${row.line}`}
            empty="没有异常"
          />
          <p className="zy-check-note">
            {conflicts.length >= mostNamed && `列出前 ${mostNamed} 项，`}
            <button type="button" className="zy-link" onClick={takeAll}>
              下载全部
            </button>
          </p>
        </>
      )}
    </>
  );
};

/** 预检: what the operation would do to the chosen codes, without doing it. */
export const CheckPanel = ({
  data,
  isCurrent,
  policy,
  skip,
  to,
  takeAll,
  isFile = false,
}: {
  data: Checked | undefined;
  /** The choice is still the one that was checked. */
  isCurrent: boolean;
  policy: number;
  skip: () => void;
  to?: string;
  takeAll: () => void;
  /** The codes are in a file, which is looked at while it is carried out. */
  isFile?: boolean;
}) => (
  <Sheet title="预检" finding={data && !isFile && !isCurrent ? '选择已改变，请重新预检' : undefined}>
    {data && !isFile ? (
      <div className={isCurrent ? 'zy-check' : 'zy-check zy-check-old'}>
        <Result data={data} policy={policy} skip={skip} to={to} takeAll={takeAll} />
      </div>
    ) : (
      <p className="zy-codes-none">
        {isFile
          ? '文件在后台逐行检查并执行，进度、失败的行和原因见操作记录'
          : '预检会试算一遍，不改动任何码：总数、可执行数和每个异常码的原因会列在这里'}
      </p>
    )}
  </Sheet>
);
