import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { LineState, type CheckedLine, type ScanChecked } from '@zhuiyuan/contract/movement/ship/scan-check';
import { LineMode } from '@zhuiyuan/contract/movement/move-enums';
import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { Keyring } from '../../../codes/cipher/keyring.ts';
import { readCustody } from '../../../codes/state/custody/read-custody.ts';
import { countCodes, merged, without, type Run } from '../../../codes/state/ranges.ts';
import { findContents } from '../../../codes/state/with-children.ts';
import type { Db } from '../../../kit/db/database.ts';
import { pieceFinder } from '../../find-piece.ts';
import { holderNames, partyKey } from '../../holder-names.ts';
import { readSalesRegions } from '../../sales-regions.ts';
import { readRemaining, findOrderOver } from '../../replenish/open-order.ts';
import type { Part } from '../../document/counters.ts';
import { productNames, type ProductNames } from './product-names.ts';
import { describeBad } from './refuse-lines.ts';
import { judgeLines, toHolder, type JudgedLine } from './judge-lines.ts';
import { readLines, type BadLine } from './read-lines.ts';
import type { Ends } from './require-ends.ts';

/** Items by product against what an order still wants, and by how many they go over it. */
const sumProducts = async (
  db: Db,
  orderId: number | null,
  parts: readonly Part[],
): Promise<Pick<ScanChecked, 'products' | 'over'>> => {
  const sums = new Map<number, number>();
  for (const { productId, items } of parts) sums.set(productId, (sums.get(productId) ?? 0) + items);
  const ordered =
    orderId === null
      ? []
      : await db
          .selectFrom('needOrderProduct')
          .where('orderId', '=', orderId)
          .select(['productId', 'itemQty'])
          .orderBy('productId')
          .execute();
  const remaining = orderId === null ? new Map<number, number>() : await readRemaining(db, orderId);
  const wanted = new Map(ordered.map(({ productId, itemQty }) => [productId, itemQty]));
  const ids = [...new Set([...wanted.keys(), ...sums.keys()])];
  const names = await productNames(
    db,
    ids.map((productId) => ({ productId, lotId: null })),
  );
  return {
    products: ids.map((productId) => ({
      productId,
      ...names.product(productId),
      itemQty: sums.get(productId) ?? 0,
      orderQty: wanted.get(productId) ?? null,
      remainQty: remaining.get(productId) ?? null,
    })),
    over: orderId === null ? 0 : await findOrderOver(db, orderId, parts),
  };
};

/** A lot that ends within so many days is near its end (临期). */
const nearDays = 30;

/** What is to be thought of about goods and their receiver, and never in the way: by line, and about the receiver himself. */
const warnLines = async (
  db: Db,
  judged: readonly JudgedLine[],
  { to }: Ends,
): Promise<{ lines: string[][]; receiver: string[] }> => {
  const lotIds = [...new Set(judged.flatMap(({ counted }) => counted.parts.map(({ lotId }) => lotId)))];
  const today = shanghaiToday();
  const near = addDays(today, nearDays);
  const lots =
    lotIds.length === 0
      ? []
      : await db
          .selectFrom('lot')
          .where(sql<boolean>`lot.id = any(${lotIds}::bigint[])`)
          .where('expireDate', '<', near)
          .select(['id', 'lotNo', 'expireDate'])
          .execute();
  const ending = new Map(lots.map((lot) => [lot.id, lot]));
  const regions = await readSalesRegions(db, to);
  const lines = judged.map(({ counted, isUnfull }) => {
    const warns: string[] = [];
    if (counted.parts.some(({ productId }) => !regions.allows(productId))) warns.push('收货方授权区域不含该产品');
    for (const lotId of new Set(counted.parts.map((part) => part.lotId))) {
      const lot = ending.get(lotId);
      if (lot) warns.push(`批次${lot.lotNo}${lot.expireDate! < today ? '已过期' : '临期'}，有效期至${lot.expireDate}`);
    }
    if (isUnfull) warns.push('箱未装满');
    return warns;
  });
  return { lines, receiver: regions.isOutside ? ['收货地址不在授权区域'] : [] };
};

/** Runs of bad members that are named one by one. */
const namedCuts = 100;

/** The name of who has the first code of each of some lines. */
const readHolders = async (db: Db, firmId: number, judged: readonly JudgedLine[]): Promise<string[]> => {
  const firsts = judged.map(({ line }): Run => ({ seg: line.seg, from: line.runs[0]!.from, to: line.runs[0]!.from }));
  const custody = await readCustody(db, firmId, merged(firsts));
  const pieceOf = pieceFinder(custody);
  const firm = { kind: Holder.firm, id: 0 };
  const holders = firsts.map(({ seg, from }) => {
    const piece = pieceOf({ seg, serial: from });
    return piece ? toHolder(piece) : firm;
  });
  const names = await holderNames(db, firmId, holders);
  return holders.map((holder) => names.get(partyKey(holder)) ?? '');
};

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
