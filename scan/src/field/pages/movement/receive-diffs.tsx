import type { FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { CodeText } from '../../../parts/code-text.tsx';
import { count } from '../../../lib/words.ts';
import { levels } from '../../lib/words.ts';
import { Card, CardHead, Tag, Thumb } from '../../parts/cards.tsx';
import { Choice } from '../../parts/choice.tsx';
import { usePhotos } from '../../parts/photos.tsx';
import type { ReceiveActs } from './receive-cards.tsx';
import {
  changeDamage,
  findChip,
  leaveForLater,
  shortagesOf,
  sumsOf,
  type Damage,
  type Receipt,
  type Shortage,
} from './receiving.ts';

const mostPhotos = 9;

const DiffHead = ({
  line,
  kind,
  itemQty,
  children,
}: {
  line: FieldLine;
  kind: (typeof DiffKind.options)[number]['value'];
  itemQty: number;
  children: ReactNode;
}) => (
  <div className="f-row">
    <Thumb address={line.image} />
    <span className="f-body">
      <b>{line.storeName || '多种产品'}</b>
      <span className="f-text">
        {`${levels[line.level]} ${count(itemQty)} 件 · `}
        {children}
      </span>
    </span>
    <span className="f-end">
      <Tag words={DiffKind.label(kind)} tone="wait" />
    </span>
  </div>
);

const Damaged = ({
  code,
  damage,
  chip,
  change,
}: {
  code: string;
  damage: Damage;
  chip: { line: FieldLine; itemQty: number };
  change: ReceiveActs['change'];
}) => {
  const say = (changes: Partial<Damage>): void => change((receipt) => changeDamage(receipt, code, changes));
  const photos = usePhotos({
    most: mostPhotos,
    kept: damage.images,
    query: () => '?stamps=1',
    changed: (images) => say({ images }),
  });
  return (
    <>
      <DiffHead line={chip.line} kind={DiffKind.damaged} itemQty={chip.itemQty}>
        <CodeText code={code} />
      </DiffHead>
      {photos.view}
      <Choice
        label="破损的处理"
        options={[
          { value: 'refused', words: '拒收，不签收' },
          { value: 'signed', words: '照收并备注' },
        ]}
        chosen={damage.signs ? 'signed' : 'refused'}
        choose={(value) => say({ signs: value === 'signed' })}
      />
    </>
  );
};

const Missing = ({
  shortage: { lines, codes, left },
  later,
  change,
}: {
  shortage: Shortage;
  later: readonly number[];
  change: ReceiveActs['change'];
}) => (
  <>
    <DiffHead line={lines[0]!} kind={DiffKind.missing} itemQty={left}>
      {codes.length === 1 ? (
        <CodeText code={codes[0]!.code} />
      ) : codes.length > 1 ? (
        `${count(codes.length)} 个码`
      ) : (
        '未扫的码'
      )}
    </DiffHead>
    {codes.length > 0 ? (
      <Choice
        label="未到货的处理"
        options={[
          { value: 'recorded', words: '记为未到货' },
          { value: 'later', words: '稍后再签' },
        ]}
        chosen={lines.every(({ id }) => later.includes(id)) ? 'later' : 'recorded'}
        choose={(value) => change((receipt) => leaveForLater(receipt, lines, value === 'later'))}
      />
    ) : (
      <p className="f-text">码数较多，未扫到的留在单上稍后再签</p>
    )}
  </>
);

const Note = ({
  field,
  words,
  isRequired,
  error,
  change,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  words: string;
  isRequired: boolean;
  error: string;
  change: ReceiveActs['change'];
}) => (
  <>
    <label className="f-label" htmlFor="diff-note">
      {isRequired && <i className="f-star">* </i>}
      差异说明
    </label>
    <textarea
      ref={field}
      className="input"
      rows={2}
      maxLength={200}
      placeholder="差异的原因，谁已确认"
      aria-label="差异说明"
      id="diff-note"
      value={words}
      onInput={(event) => {
        const { value } = event.currentTarget;
        change((receipt) => ({ ...receipt, note: value }));
      }}
    />
    <p className="error" id="diff-error" role="alert">
      {error}
    </p>
  </>
);

/** 差异: what is damaged, and with `isShort` what did not come, each with what becomes of it. */
export const DiffsCard = ({
  lines,
  receipt,
  isShort,
  isNoteAsked,
  note,
  acts: { change },
}: {
  lines: readonly FieldLine[];
  receipt: Receipt;
  isShort: boolean;
  /** It was said that the note is missing. */
  isNoteAsked: boolean;
  note: RefObject<HTMLTextAreaElement | null>;
  acts: ReceiveActs;
}) => {
  const first = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isShort) first.current?.scrollIntoView({ block: 'center' });
  }, [isShort]);
  const diffs = [
    ...Object.entries(receipt.damaged).flatMap(([code, damage]) => {
      const chip = findChip(lines, code);
      return chip ? { key: code, view: <Damaged code={code} damage={damage} chip={chip} change={change} /> } : [];
    }),
    ...(isShort ? shortagesOf({ lines, receipt }) : []).map((shortage) => ({
      key: `missing ${shortage.key}`,
      view: <Missing shortage={shortage} later={receipt.later} change={change} />,
    })),
  ];
  if (Object.keys(receipt.damaged).length + diffs.length === 0) return null;
  const { left } = sumsOf({ lines, receipt });
  return (
    <Card>
      <CardHead title="差异" right={left > 0 ? `${count(left)} 件不签收` : '全部签收'} />
      {diffs.map(({ key, view }, at) => (
        <div key={key} ref={at === 0 ? first : undefined} className="f-diff">
          {view}
        </div>
      ))}
      <Note
        field={note}
        words={receipt.note}
        isRequired={left > 0}
        error={isNoteAsked && left > 0 && receipt.note.trim() === '' ? '请填写差异说明' : ''}
        change={change}
      />
    </Card>
  );
};

const Extra = ({ code, reason, acts }: { code: string; reason: string; acts: ReceiveActs }) => (
  <div className="f-diff">
    <div className="f-doc">
      <CodeText code={code} />
      <button type="button" className="f-link" onClick={() => acts.forget(code)}>
        移除
      </button>
    </div>
    <input
      className="input"
      maxLength={200}
      placeholder="说明，如：随车多发"
      aria-label={`${code}的说明`}
      value={reason}
      onInput={(event) => {
        const { value } = event.currentTarget;
        acts.change((receipt) => ({ ...receipt, extra: { ...receipt.extra, [code]: value } }));
      }}
    />
  </div>
);

/** 多货: codes that came and are not in the document, each with a reason. */
export const ExtraCard = ({ extra, acts }: { extra: Receipt['extra']; acts: ReceiveActs }) => {
  const codes = Object.entries(extra);
  if (codes.length === 0) return null;
  return (
    <Card>
      <CardHead title="多货" note={`${codes.length} 个码不在单内，不签收`} />
      {codes.map(([code, reason]) => (
        <Extra key={code} code={code} reason={reason} acts={acts} />
      ))}
    </Card>
  );
};
