import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { FieldCheck } from '@zhuiyuan/contract/fieldwork/field-moves';
import type { CheckedLine } from '@zhuiyuan/contract/movement/ship/scan-check';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { countItems } from '../codes/state/custody/count-items.ts';
import { boxRun, findHolding } from '../codes/state/custody/find-holding.ts';
import { readSegments } from '../codes/state/read-segments.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { checkLines } from '../movement/ship/judge/check-lines.ts';
import type { Ends } from '../movement/ship/judge/require-ends.ts';

/** Whoever else has goods is nobody's business on a dealer's phone. */
const [notHis = ''] = moveRefusals.otherHolder[1].split('，');

const withoutHolder = (errCode: number, errMsg: string): string => {
  const at = errMsg.indexOf(notHis);
  return errCode === moveRefusals.otherHolder[0] && at >= 0 ? errMsg.slice(0, at + notHis.length) : errMsg;
};

interface BadRow {
  code: string;
  errCode: number;
  errMsg: string;
}

/** A refusal as a phone is told it: it names nobody else who has goods. */
export const hideHolders = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error;
  const data = error.data as { rows?: BadRow[] } | null;
  const rows = data?.rows?.map((row) => ({ ...row, errMsg: withoutHolder(row.errCode, row.errMsg) }));
  const fields = rows?.map(({ code, errMsg }) => ({ field: code, message: errMsg }));
  throw new Refusal(error.code, withoutHolder(error.code, error.message), rows ? { ...data, rows, fields } : data);
};

/** The box that a line's code lies in, with how much is in it. */
const findBox = async (db: Db, keyring: Keyring, firmId: number, line: CheckedLine): Promise<FieldCheck['box']> => {
  if (line.seg === null || line.serialFrom === null) return null;
  const [holding] = await findHolding(db, firmId, [{ seg: line.seg, from: line.serialFrom, to: line.serialFrom }]);
  if (!holding) return null;
  const box = boxRun(holding);
  const segment = (await readSegments(db, [box])).get(box.seg)!;
  const [counted] = await countItems(db, firmId, [[box]]);
  return {
    code: await keyring.readText(db, { seg: box.seg, keyV: segment.keyV }, box.from),
    level: segment.level as 1 | 2,
    itemQty: counted!.items,
  };
};

interface Asked {
  firmId: number;
  codes: readonly string[];
  ends: Ends;
  splits: boolean;
}

/**
 * What would come of sending on some codes, in their order; nothing changes. What nothing stands against but that it lies in a box comes
 * with the box: it may be taken out.
 */
export const checkShipping = async (
  db: Db,
  keyring: Keyring,
  { firmId, codes, ends, splits }: Asked,
): Promise<FieldCheck[]> => {
  const check = async (some: readonly string[], isSplit: boolean) => {
    const lines = some.map((code) => ({ code, cut: [] }));
    return (await checkLines(db, keyring, firmId, lines, ends, { splits: isSplit, orderId: null })).lines;
  };
  const checked = await check(codes, splits);
  const isPacked = ({ errCode }: CheckedLine) => errCode === moveRefusals.packed[0];
  const packed = codes.filter((_code, at) => isPacked(checked[at]!));
  const apart = packed.length > 0 ? await check(packed, true) : [];
  const boxes = new Map<number, FieldCheck['box']>();
  const lines: CheckedLine[] = [];
  for (const [at, line] of checked.entries()) {
    // Taken out, something else may stand against it: that is what is said then.
    const loose = isPacked(line) ? apart.shift()! : undefined;
    lines.push(loose && loose.errCode !== 0 ? loose : line);
    if (loose?.errCode === 0) boxes.set(at, await findBox(db, keyring, firmId, line));
  }
  const images = await readImages(db, lines);
  return lines.map(({ code, errCode, errMsg, level, productId, storeName, lotNo, itemQty, warns }, at) => ({
    code,
    ok: errCode === 0,
    errCode,
    // The code stands beside it.
    errMsg: withoutHolder(errCode, errMsg).replace(/^编码[^：]*：/, ''),
    level: level ?? 0,
    storeName,
    image: images.get(productId ?? 0) ?? '',
    lotNo,
    itemQty,
    warn: warns,
    box: boxes.get(at) ?? null,
  }));
};

const readImages = async (db: Db, lines: readonly CheckedLine[]): Promise<Map<number, string>> => {
  const ids = lines.flatMap(({ productId }) => productId ?? []);
  if (ids.length === 0) return new Map();
  const products = await db.selectFrom('product').where('id', 'in', ids).select(['id', 'image']).execute();
  return new Map(products.map(({ id, image }) => [id, image]));
};
