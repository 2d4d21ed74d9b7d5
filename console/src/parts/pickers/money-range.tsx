import { MoneyInput } from '../form/fields.tsx';
import { moneyText } from '../format/numbers.ts';
import { prefix, together, type Filter } from '../list/filters.tsx';

const endOf = <N extends string>(name: N, label: string): Filter<N> => ({
  name,
  label,
  control: ({ value, type, isWrong }) => (
    <MoneyInput
      prefix={prefix(label)}
      aria-label={label}
      aria-invalid={isWrong}
      status={isWrong ? 'error' : undefined}
      value={value ? Number(value) : null}
      placeholder="不限"
      onChange={(fen) => type(fen === null ? '' : String(fen))}
    />
  ),
  words: (value) => `${moneyText(Number(value))} 元`,
});

/** Both ends of an amount, typed in yuan and sent in fen as `minX` and `maxX`; applied together, and refused where they are crossed. */
export const moneyRange = <N extends string>(of: N, label: string): Filter<`min${N}` | `max${N}`>[] =>
  together<`min${N}` | `max${N}`>(endOf(`min${of}`, `${label}不低于`), endOf(`max${of}`, `${label}不高于`));
