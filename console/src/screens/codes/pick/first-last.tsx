import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { call } from '../../../lib/call.ts';
import { CodeBox } from '../../../parts/pickers/code-box.tsx';
import { Code } from '../../../parts/format/code.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import type { EndCode } from './pick-draft.ts';

const find = async (text: string): Promise<EndCode> => {
  const { code, seg, serial, level, storeName } = await call(identityApi.info, { code: text }, { quiet: true });
  return { code, seg, serial, level, storeName };
};

const End = ({
  label,
  end,
  set,
  autoFocus,
}: {
  label: string;
  end: EndCode | undefined;
  set: (end: EndCode | undefined) => void;
  autoFocus: boolean;
}) => (
  <div className="zy-end">
    <span className="zy-end-label">{label}</span>
    {end ? (
      <div className="zy-end-found">
        <Code code={end.code} />
        <small>
          码段 {end.seg}，{Level.label(end.level)}码第 {countText(end.serial)} 个
        </small>
        <button type="button" className="zy-link" onClick={() => set(undefined)}>
          重新扫描
        </button>
      </div>
    ) : (
      <CodeBox
        label={label}
        placeholder={`扫描或粘贴${label}，按 Enter`}
        autoFocus={autoFocus}
        take={async (text) => set(await find(text))}
      />
    )}
  </div>
);

/** 首尾码: the run between two codes of one segment; given in the wrong order they change places. */
export const FirstLast = ({
  first,
  last,
  change,
}: {
  first: EndCode | undefined;
  last: EndCode | undefined;
  /** Gets only the end that changed: it may be found after the other one was scanned. */
  change: (ends: { first?: EndCode } | { last?: EndCode }) => void;
}) => {
  const isOther = first && last && first.seg !== last.seg;
  const isSwapped = first && last && !isOther && first.serial > last.serial;
  return (
    <>
      <End label="首码" end={first} set={(end) => change({ first: end })} autoFocus />
      {/* The box of the last code takes the focus when the first one is there. */}
      <End
        key={first ? 'next' : 'waiting'}
        label="尾码"
        end={last}
        set={(end) => change({ last: end })}
        autoFocus={first !== undefined}
      />
      {isOther && <NoticeBar tone="bad">{codeRefusals.otherSegment[1]}</NoticeBar>}
      {isSwapped && <NoticeBar tone="idle">首码在尾码之后，已自动对调</NoticeBar>}
    </>
  );
};
