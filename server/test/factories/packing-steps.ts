import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import fc from 'fast-check';

/** Loose items, of which the first are activated from the beginning. */
export const [itemCount, activeCount, boxCount, setBoxes] = [44, 24, 5, 3];
export const caseCount = 2;
export const [boxFits, caseFits] = [6, 4];

export type Step =
  | { kind: 'pack'; box: number; children: number[] }
  | { kind: 'case'; box: number; children: number[] }
  | { kind: 'remove'; children: number[] }
  | { kind: 'dissolve'; box: number }
  | { kind: 'seal'; box: number }
  | { kind: 'replace'; old: number; fresh: number; voidOld: boolean }
  | { kind: 'use'; from: number; count: number; lot: 0 | 1; skips: boolean }
  | { kind: 'undoUse'; nth: number; skips: boolean }
  | { kind: 'ship'; codes: number[]; level: number; shipStatus: number; holderId: number };

const nat = (max: number) => fc.integer({ min: 0, max: max - 1 });
const allItems = itemCount + setBoxes * boxFits;
const allBoxes = boxCount + setBoxes;
/** Neighbours, which become spans, and codes from anywhere. */
const children = fc.oneof(
  fc
    .tuple(nat(allItems), fc.integer({ min: 1, max: boxFits }))
    .map(([from, count]) => Array.from({ length: count }, (_, at) => (from + at) % allItems)),
  fc.array(nat(allItems), { minLength: 1, maxLength: 4 }),
);
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pack' as const), box: nat(allBoxes), children }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('case' as const),
      box: nat(caseCount),
      children: fc.array(nat(allBoxes), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      children: fc.array(nat(allItems), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dissolve' as const), box: nat(allBoxes) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seal' as const), box: nat(allBoxes) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('use' as const),
      from: fc.integer({ min: activeCount - 4, max: itemCount - 1 }),
      count: fc.integer({ min: 1, max: 20 }),
      lot: fc.constantFrom(0 as const, 1 as const),
      skips: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('undoUse' as const), nth: nat(8), skips: fc.boolean() }),
  },
);

/** Neighbours enough for custody to become a span, and single codes. */
const shipped = fc.oneof(
  fc
    .tuple(nat(itemCount), fc.integer({ min: 16, max: itemCount }))
    .map(([from, count]) => Array.from({ length: count }, (_, at) => (from + at) % itemCount)),
  fc.array(nat(allItems), { minLength: 1, maxLength: 5 }),
);
/** Packing among goods that are sent to two dealers, signed for, cancelled and sent back. */
export const movedStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: step },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ship' as const),
      codes: shipped,
      level: fc.integer({ min: 0, max: 2 }),
      shipStatus: fc.constantFrom(Shipping.shipped, Shipping.cancelled, Shipping.signed, Shipping.signed),
      holderId: fc.constantFrom(0, 71, 72),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      old: nat(allItems),
      fresh: nat(allItems),
      voidOld: fc.boolean(),
    }),
  },
);
