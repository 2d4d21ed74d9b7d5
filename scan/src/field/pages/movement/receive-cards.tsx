import type { FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { memo, useState } from 'react';
import { CodeText } from '../../../parts/code-text.tsx';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { count } from '../../../lib/words.ts';
import { levels } from '../../lib/words.ts';
import { Card, CardHead, Thumb } from '../../parts/cards.tsx';
import { openSheet } from '../../parts/sheet.tsx';
import {
  groupsOf,
  sumOver,
  sumsOf,
  takenOf,
  type Group as GroupOf,
  type Receipt,
  type Taking,
  type TakingOf,
  type Told,
} from './receiving.ts';

/** What the cards can ask of their screen. */
export interface ReceiveActs {
  change: (by: (receipt: Receipt) => Receipt) => void;
  whole: (lines: readonly FieldLine[], isWhole: boolean) => void;
  mark: (code: string) => void;
  forget: (code: string) => void;
}

/** How far the receipt has come. */
export const Progress = ({ lines, receipt, isShort }: TakingOf & { isShort: boolean }) => {
  const { codes, allCodes, items, left } = sumsOf({ lines, receipt });
  const all = items + left;
  const part = all ? Math.round((items / all) * 1000) / 10 : 0;
  return (
    <div className="f-progress">
      <div className="f-doc">
        <span>
          <strong>{count(codes)}</strong>
          {` / ${count(allCodes)} 个码已扫`}
        </span>
        <span>{`${count(items)} / ${count(all)} 件`}</span>
      </div>
      <div className="f-meter" role="img" aria-label={`已扫 ${items} 件，共 ${all} 件`}>
        <i style={{ width: `${part}%` }} />
        {isShort && left > 0 && <i className="f-rest" style={{ width: `${100 - part}%` }} />}
      </div>
    </div>
  );
};

/** What is said of a scan, with the level of what was scanned. */
export interface LastScan extends Told {
  level?: FieldLine['level'];
}

/** What became of the last scan, and how it is taken back. */
export const LastLine = ({ last, forget }: { last: LastScan; forget: (code: string) => void }) => {
  const { ok, words, level, code } = last;
  return (
    <div className={`f-last ${ok ? 'f-yes' : 'f-no'}`} role="status">
      <FieldIcon name={ok ? 'check' : 'cross'} size={18} weight={2.4} />
      <span>
        {ok && level !== undefined ? `${levels[level]} ` : ''}
        {ok && code ? <CodeText code={code} /> : words}
      </span>
      {ok && code && (
        <button type="button" className="f-link" onClick={() => forget(code)}>
          撤回
        </button>
      )}
    </div>
  );
};

/** How a code stands. */
interface Chip {
  code: string;
  /** By itself, not with its line. */
  isScanned: boolean;
  isTaken: boolean;
  isDamaged: boolean;
}

const ChipMenu = ({ chip, acts, close }: { chip: Chip; acts: ReceiveActs; close: () => void }) => {
  const { code, isScanned, isDamaged } = chip;
  const run = (act: (code: string) => void) => (): void => {
    close();
    act(code);
  };
  return (
    <>
      <p className="centred">
        <CodeText code={code} />
      </p>
      {isDamaged ? (
        <button type="button" className="button" onClick={run(acts.forget)}>
          取消破损标记
        </button>
      ) : (
        <button type="button" className="button" onClick={run(acts.mark)}>
          标记破损
        </button>
      )}
      {isScanned && !isDamaged && (
        <button type="button" className="button" onClick={run(acts.forget)}>
          撤回
        </button>
      )}
      <button type="button" className="button" onClick={close}>
        关闭
      </button>
    </>
  );
};

const ChipButton = ({ chip, acts }: { chip: Chip; acts: ReceiveActs }) => {
  const { code, isTaken, isDamaged } = chip;
  const look = isDamaged ? 'f-differs' : isTaken ? 'f-ticked' : '';
  const said = isDamaged ? '有差异' : isTaken ? '已扫' : '未扫';
  const open = (): void => void openSheet('编码', (close) => <ChipMenu chip={chip} acts={acts} close={close} />);
  return (
    <button
      type="button"
      className={`f-chip ${look}`}
      aria-label={`${code}，${said}`}
      onClick={open}
      onContextMenu={(event) => {
        event.preventDefault();
        open();
      }}
    >
      {isDamaged ? <i aria-hidden="true">◆</i> : isTaken && <FieldIcon name="check" size={14} weight={2.6} />}
      {code.slice(-4)}
    </button>
  );
};

const chipsOf = (lines: readonly FieldLine[], { ticked, wholes, damaged }: Taking): Chip[] =>
  lines.flatMap((line) =>
    line.codes.map(({ code }) => {
      const isScanned = Boolean(ticked[code]);
      return { code, isScanned, isTaken: isScanned || wholes.includes(line.id), isDamaged: Boolean(damaged[code]) };
    }),
  );

/** `小箱 10、大箱 1` */
const levelWords = (lines: readonly FieldLine[]): string =>
  levels
    .map((words, level) => {
      const codes = sumOver(
        lines.filter((line) => line.level === level),
        (line) => line.codeCount,
      );
      return codes > 0 ? `${words} ${count(codes)}` : '';
    })
    .filter(Boolean)
    .join('、');

const GroupHead = ({ lines, taken, codes }: { lines: readonly FieldLine[]; taken: number; codes: number }) => {
  const isAll = taken === codes;
  return (
    <summary className="f-row">
      <Thumb address={lines[0]!.image} />
      <span className="f-body">
        <b>{lines[0]!.storeName || '多种产品'}</b>
        <span className="f-text">{`${levelWords(lines)} · ${count(sumOver(lines, (line) => line.itemQty))} 件`}</span>
      </span>
      <span className={`f-end f-count ${isAll ? 'f-all' : taken ? 'f-some' : ''}`}>
        {isAll && <FieldIcon name="check" size={16} weight={2.4} />}
        {`${count(taken)} / ${count(codes)}`}
      </span>
      <span className="f-arrow f-turn">
        <FieldIcon name="down" size={18} />
      </span>
    </summary>
  );
};

/** Groups that were opened are open when the screen is shown again. */
const openGroups = new Set<string>();

const Group = ({
  group: { key, lines },
  taken,
  receipt,
  acts,
}: {
  group: GroupOf;
  /** How many of its codes are taken. */
  taken: number;
  receipt: Taking;
  acts: ReceiveActs;
}) => {
  const [isOpen, setOpen] = useState(() => openGroups.has(key));
  const turned = (open: boolean): void => {
    setOpen(open);
    if (open) openGroups.add(key);
    else openGroups.delete(key);
  };
  const codes = sumOver(lines, (line) => line.codeCount);
  const wholes = lines.filter(({ id }) => receipt.wholes.includes(id));
  return (
    <details className="f-detail" open={isOpen} onToggle={(event) => turned(event.currentTarget.open)}>
      <GroupHead lines={lines} taken={taken} codes={codes} />
      <div className="f-chips">
        {chipsOf(lines, receipt).map((chip) => (
          <ChipButton key={chip.code} chip={chip} acts={acts} />
        ))}
      </div>
      {lines
        .filter((line) => line.codes.length === 0)
        .map((line) => (
          <p key={line.id} className="f-text f-range">
            <CodeText code={line.first} />
            {' 至 '}
            <CodeText code={line.last} />
            {`，${count(line.codeCount)} 个码`}
          </p>
        ))}
      {wholes.length > 0 ? (
        <button type="button" className="button" onClick={() => acts.whole(wholes, false)}>
          取消整行签收
        </button>
      ) : (
        taken !== codes && (
          <button type="button" className="button" onClick={() => acts.whole(lines, true)}>
            整行签收
          </button>
        )
      )}
    </details>
  );
};

interface ScannedCardProps extends Taking {
  lines: readonly FieldLine[];
  acts: ReceiveActs;
}

/** 已扫, by product, opened to the codes. Those may be thousands: they are drawn anew only where something is taken. */
export const ScannedCard = memo(({ lines, ticked, wholes, damaged, acts }: ScannedCardProps) => {
  const receipt = { ticked, wholes, damaged };
  const { codes, items } = sumsOf({ lines, receipt });
  const taken = takenOf({ lines, receipt });
  return (
    <Card>
      <CardHead title={`已扫 ${count(codes)} 个码`} right={`${count(items)} 件`} />
      <div className="f-rows">
        {groupsOf(lines).map((group) => (
          <Group
            key={group.key}
            group={group}
            taken={sumOver(group.lines, ({ id }) => taken.get(id)!.codes)}
            receipt={receipt}
            acts={acts}
          />
        ))}
      </div>
    </Card>
  );
});
