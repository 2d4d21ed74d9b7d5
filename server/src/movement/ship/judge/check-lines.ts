import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { CheckedLine, ScanChecked } from '@zhuiyuan/contract/movement/ship/scan-check';
import { LineState } from '@zhuiyuan/contract/movement/ship/scan-check';
import { LineMode } from '@zhuiyuan/contract/movement/move-enums';
import type { Keyring } from '../../../codes/cipher/keyring.ts';
import { countCodes, merged, without } from '../../../codes/state/ranges.ts';
import { findContents } from '../../../codes/state/with-children.ts';
import type { Db } from '../../../kit/db/database.ts';
import { productNames, type ProductNames } from './product-names.ts';
import { describeBad } from './refuse-lines.ts';
import { judgeLines, type JudgedLine } from './judge-lines.ts';
import { readLines, type BadLine } from './read-lines.ts';
import { readHolders } from './read-holders.ts';
import { sumProducts } from './sum-products.ts';
import type { Ends } from './require-ends.ts';
import { warnLines } from './warn-lines.ts';
import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';

/** Runs of bad members that are named one by one. */
const namedCuts = 100;

/** Small boxes in each of some lines' cases. */
const countInner = async (db: Db, firmId: number, judged: readonly JudgedLine[]): Promise<number[]> => {
  const cases = judged.flatMap(({ line, free, conflicts }, nth) =>
    line.level === Level.case ? (free.length > 0 ? free : merged(conflicts)).map((run) => ({ ...run, nth })) : [],
  );
  const counts = judged.map(() => 0);
  if (cases.length === 0) return counts;
  const contents = await findContents(db, firmId, cases);
  const segs = [...new Set(contents.map(({ seg }) => seg))];
  const boxes = await db
    .selectFrom('segment')
    .where('seg', 'in', segs)
    .where('level', '=', Level.box)
    .select('seg')
    .execute();
  const isBox = new Set(boxes.map(({ seg }) => seg));
  for (const run of contents) if (isBox.has(run.seg)) counts[run.nth]! += countCodes([run]);
  return counts;
};

/** A line whose codes nobody knows, or that are not what was meant. */
const unreadable = (draft: LineDraft, { errCode, errMsg, line, code }: BadLine): CheckedLine => ({
  mode: line?.mode ?? (draft.lastCode === undefined ? LineMode.item : LineMode.range),
  code: line?.code ?? code,
  lastCode: line?.lastCode ?? draft.lastCode ?? '',
  seg: line?.seg ?? null,
  serialFrom: line?.from ?? null,
  serialTo: line?.to ?? null,
  level: (line?.level ?? null) as CheckedLine['level'],
  productId: null,
  storeName: '',
  lotId: null,
  lotNo: '',
  isMixed: false,
  codeQty: line ? countCodes([line]) : 0,
  codeTotal: line ? countCodes([line]) : 0,
  innerBoxQty: 0,
  itemQty: 0,
  cutItemQty: 0,
  state: LineState.bad,
  errCode,
  errMsg,
  warns: [],
  cut: [],
  cutQty: 0,
  cuts: [],
  holderName: '',
});

interface About {
  bad: readonly BadLine[];
  warns: readonly string[];
  innerBoxQty: number;
  holderName: string;
  names: ProductNames;
}

const toChecked = (
  { line, free, conflicts, whole, counted }: JudgedLine,
  { bad, warns, innerBoxQty, holderName, names }: About,
): CheckedLine => {
  const isBad = free.length === 0;
  const { parts } = isBad ? whole : counted;
  const [first] = parts;
  const codeTotal = line.to - line.from + 1;
  const state = isBad
    ? LineState.bad
    : conflicts.length > 0
      ? LineState.part
      : warns.length > 0
        ? LineState.warn
        : LineState.ok;
  return {
    mode: line.mode,
    code: line.code,
    lastCode: line.lastCode,
    seg: line.seg,
    serialFrom: line.from,
    serialTo: line.to,
    level: line.level as CheckedLine['level'],
    productId: first?.productId ?? null,
    storeName: first ? names.product(first.productId).storeName : '',
    lotId: first?.lotId ?? null,
    lotNo: first ? names.lotNo(first.lotId) : '',
    isMixed: parts.length > 1,
    codeQty: isBad ? codeTotal : countCodes(free),
    codeTotal,
    innerBoxQty,
    itemQty: isBad ? whole.items : counted.items,
    cutItemQty: isBad ? 0 : whole.items - counted.items,
    state,
    errCode: isBad ? bad[0]!.errCode : 0,
    errMsg: isBad ? bad[0]!.errMsg : '',
    warns: isBad ? [] : [...warns],
    cut: isBad
      ? []
      : conflicts.slice(0, namedCuts).map(({ from, to }, nth) => ({
          serialFrom: from,
          serialTo: to,
          code: bad[nth]!.code,
          errCode: bad[nth]!.errCode,
          errMsg: bad[nth]!.errMsg,
        })),
    cutQty: isBad ? 0 : countCodes(conflicts),
    cuts: isBad ? [] : without([line], free).map(({ from, to }) => ({ serialFrom: from, serialTo: to })),
    holderName,
  };
};

/** What would come of shipping some lines, in their order, with the sums of what can ship. */
export const checkLines = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  drafts: readonly LineDraft[],
  ends: Ends,
  { splits, orderId }: { splits: boolean; orderId: number | null },
): Promise<ScanChecked> => {
  const { lines, bad: unread } = await readLines(db, keyring, firmId, drafts);
  const judged = await judgeLines(db, keyring, firmId, lines, ends, { splits });
  const bad = await describeBad(db, keyring, judged);
  const warns = await warnLines(db, judged, ends);
  const inner = await countInner(db, firmId, judged);
  const holders = await readHolders(db, firmId, judged);
  const names = await productNames(
    db,
    judged.flatMap(({ whole }) => whole.parts),
  );
  const checked = new Map<number, CheckedLine>();
  for (const line of unread) checked.set(line.at, unreadable(drafts[line.at]!, line));
  const badOf = new Map<number, BadLine[]>();
  for (const line of bad) badOf.set(line.at, [...(badOf.get(line.at) ?? []), line]);
  for (const [nth, one] of judged.entries())
    checked.set(
      one.line.at,
      toChecked(one, {
        bad: badOf.get(one.line.at) ?? [],
        warns: warns.lines[nth]!,
        innerBoxQty: inner[nth]!,
        holderName: holders[nth]!,
        names,
      }),
    );
  const shipping = judged.filter(({ free }) => free.length > 0);
  const sums = await sumProducts(
    db,
    orderId,
    shipping.flatMap(({ counted }) => counted.parts),
  );
  const codes = (level: number) =>
    countCodes(shipping.filter(({ line }) => line.level === level).flatMap(({ free }) => free));
  return {
    lines: drafts.map((_draft, at) => checked.get(at)!),
    ...sums,
    caseQty: codes(Level.case),
    boxQty: codes(Level.box),
    looseQty: codes(Level.item),
    itemQty: shipping.reduce((sum, { counted }) => sum + counted.items, 0),
    warns: warns.receiver,
  };
};
