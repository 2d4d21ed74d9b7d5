import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { Keyring } from '../../../codes/cipher/keyring.ts';
import { countCodes, type Run } from '../../../codes/state/ranges.ts';
import type { Db } from '../../../kit/db/database.ts';
import { Refusal, invalid, refuse } from '../../../kit/refusal.ts';
import { toBad } from '../../../packing/named-codes.ts';
import { findOrderOver } from '../../replenish/open-order.ts';
import { asRows } from '../../../codes/state/pieces.ts';
import { withChildren } from '../../../codes/state/with-children.ts';
import type { JudgedLine } from './judge-lines.ts';
import type { BadLine } from './read-lines.ts';
import type { Ends } from './require-ends.ts';

/** Most rows that a refusal names. */
const mostRows = 1000;

/** What stands against lines, a row for each run of a line that something stands against. */
export const describeBad = async (db: Db, keyring: Keyring, judged: readonly JudgedLine[]): Promise<BadLine[]> => {
  const bad = judged.flatMap(({ line, conflicts }) => conflicts.map((conflict) => ({ line, conflict })));
  const texts = await keyring.readTexts(
    db,
    bad.map(({ line, conflict }) => ({ seg: line.seg, keyV: line.keyV, serial: conflict.from })),
  );
  return bad.map(({ line, conflict }, nth) => ({
    at: line.at,
    line,
    ...toBad(texts[nth]!, conflict.why, conflict.values),
  }));
};

/** Refuses a shipment because of these: nothing was shipped. Several are 61031, each named with its line. */
export const refuseLines = (bad: readonly BadLine[], codes = bad.length): Refusal => {
  const rows = bad
    .toSorted((a, b) => a.at - b.at)
    .slice(0, mostRows)
    .map(({ at, code, errCode, errMsg }) => ({ at, code, errCode, errMsg }));
  const [first] = rows;
  const fields = rows.map(({ code, errMsg }) => ({ field: code, message: errMsg }));
  const data = { fail: codes, rows, fields };
  return rows.length === 1 && codes === 1
    ? new Refusal(first!.errCode, first!.errMsg, data)
    : new Refusal(codeRefusals.conflicts[0], fill(codeRefusals.conflicts[1], { n: codes }), data);
};

/** How many codes stand in the way. */
export const countBad = (judged: readonly JudgedLine[], unread: readonly BadLine[]): number =>
  unread.length + judged.reduce((sum, { conflicts }) => sum + countCodes(conflicts), 0);

/** Whether a shopper's query of anything in some goods was counted. */
const wasQueried = async (db: Db, firmId: number, runs: readonly Run[]): Promise<boolean> => {
  const all = await withChildren(db, firmId, runs);
  const { rows } = await sql`
    select from (${asRows(all)}) r join segment s on s.seg = r.seg and s.firm_id = ${firmId}
    where exists (select from unit_scan u where u.seg = r.seg and u.serial between r.a and r.b and u.cnt > 0) limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** What stands against the goods as a whole: back without a reason though shoppers had asked (退货原因), more than the order wants (61071). */
export const refuseWhole = async (
  db: Db,
  firmId: number,
  shipping: readonly JudgedLine[],
  { bizType }: Ends,
  { orderId, reason }: { orderId?: number | null; reason?: string },
  confirmOver: boolean,
): Promise<void> => {
  if (
    bizType === BizType.takeBack &&
    !reason &&
    (await wasQueried(
      db,
      firmId,
      shipping.flatMap(({ free }) => free),
    ))
  )
    throw invalid('head.reason', '所退产品已被查询过，请填写退货原因');
  if (!orderId || confirmOver) return;
  const over = await findOrderOver(
    db,
    orderId,
    shipping.flatMap(({ counted }) => counted.parts),
  );
  if (over > 0) throw refuse(moveRefusals.overOrder, { n: over }, { over });
};
