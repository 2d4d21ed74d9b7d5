import { normaliseCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import { useState, type MouseEvent, type RefObject } from 'react';
import { useLatest } from '../lib/use-latest.ts';

const fewest = 16;
const most = 20;
const side = 4;
/** What a code of ours cannot hold, once separators are gone. */
const foreign = /[^A-Z0-9]/;
const places = Array.from({ length: most }, (_none, place) => place);
const groups = places.filter((place) => place % side === 0);

/** Whether a text has room in the boxes: letters and digits, no more than the longest of our codes. */
export const fitsBoxes = (typed: string): boolean => {
  const code = normaliseCode(typed);
  return code.length <= most && !foreign.test(code);
};

const Cell = ({ symbol, isDoubtful, isHere }: { symbol: string; isDoubtful: boolean; isHere: boolean }) => (
  <span className={`cell${isDoubtful ? ' doubtful' : ''}${isHere ? ' here' : ''}`}>{symbol}</span>
);

/** What the boxes show: the code, and which of them has the caret; -1: none. */
interface Painted {
  code: string;
  at: number;
}

const roomOf = (code: string): number => (code.length > fewest ? most : fewest);

const Cells = ({ code, at }: Painted) => (
  <span className="cells" aria-hidden="true">
    {groups.map((from) => (
      <span key={from} className="group" hidden={from >= roomOf(code)}>
        {places.slice(from, from + side).map((place) => {
          const symbol = code[place] ?? '';
          return (
            <Cell
              key={place}
              symbol={symbol}
              isDoubtful={/[A-Z]/.test(code) && /[01IO]/.test(symbol)}
              isHere={place === at}
            />
          );
        })}
      </span>
    ))}
  </span>
);

/** The box below a point; past the last symbol where there is none. */
const boxAt = (input: HTMLInputElement, { clientX, clientY }: MouseEvent): number => {
  const boxes = [...input.parentElement!.querySelectorAll('.cell')];
  const under = boxes.findIndex((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
  return under < 0 ? input.value.length : Math.min(under, input.value.length);
};

/** Puts a code where a text was typed; the caret stays behind the symbol it stood behind. */
const setCode = (input: HTMLInputElement, text: string): string => {
  const caret = input.selectionStart ?? text.length;
  const code = normaliseCode(text);
  const before = normaliseCode(text.slice(0, caret)).length;
  input.value = code;
  if (document.activeElement === input) {
    const at = caret === text.length ? code.length : before;
    input.setSelectionRange(at, at);
  }
  return code;
};

/**
 * Boxes in groups of four for 16 to 20 symbols. All typing goes into a single input above them, so that paste,
 * autofill and screen readers work as usual; a tap on a box puts the caret there. `changed` hears each new code and
 * what was typed for it, `refused` what has no room here, as it was typed.
 */
export const CodeBoxes = ({
  field,
  typed,
  isFaulty,
  changed,
  refused,
}: {
  field: RefObject<HTMLInputElement | null>;
  /** What stands in them at first. */
  typed: string;
  isFaulty: boolean;
  changed: (code: string, typed: string) => void;
  refused: (typed: string) => void;
}) => {
  const [first] = useState(() => normaliseCode(typed));
  const [painted, setPainted] = useState<Painted>({ code: first, at: -1 });
  const paint = (): void => {
    const { value: code, selectionStart } = field.current!;
    const isHere = document.activeElement === field.current;
    setPainted({ code, at: isHere ? Math.min(selectionStart ?? code.length, roomOf(code) - 1) : -1 });
  };
  const read = useLatest((): void => {
    const text = field.current!.value;
    if (!fitsBoxes(text)) return refused(text);
    const code = setCode(field.current!, text);
    paint();
    changed(code, text);
  });
  const pointAt = (event: MouseEvent): void => {
    const input = field.current!;
    const at = boxAt(input, event);
    input.setSelectionRange(at, Math.min(at + 1, input.value.length));
    paint();
  };
  return (
    <div className="boxes">
      <Cells {...painted} />
      <input
        ref={field}
        className="over-boxes"
        id="code"
        type="text"
        defaultValue={first}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
        enterKeyHint="search"
        aria-describedby="code-error code-note"
        aria-required="true"
        aria-invalid={isFaulty}
        onInput={({ nativeEvent }) => {
          if (!(nativeEvent as InputEvent).isComposing) read.current();
        }}
        onCompositionEnd={() => read.current()}
        onClick={pointAt}
        onKeyUp={paint}
        onFocus={paint}
        onBlur={paint}
      />
    </div>
  );
};
