import { Code } from '@zhuiyuan/contract/kit/codes';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { CustodyPiece } from '../../../codes/state/custody/read-custody.ts';
import { asRows } from '../../../codes/state/pieces.ts';
import { clipped, cutOut, type Run } from '../../../codes/state/ranges.ts';
import { addAll } from '../../../kit/add-all.ts';
import type { Db } from '../../../kit/db/database.ts';
import { holderNames, isSame, partyKey, type Party } from '../../holder-names.ts';
import type { Ends } from './require-ends.ts';
import type { Standing } from './sort-out.ts';

type Sent = CustodyPiece & { sender: Party };

/** By which documents goods came to who has them, but those by which they came back to him; of each code the last one. */
const firstBrought = async (
  db: Db,
  firmId: number,
  pieces: readonly CustodyPiece[],
  { from }: Ends,
): Promise<Sent[]> => {
  if (pieces.length === 0) return [];
  const { rows } = await sql<Run & { kind: number; id: number }>`
    select p.seg, greatest(p.a, lower(l.span)) as "from", least(p.b, upper(l.span) - 1) as "to", d.from_kind as kind, d.from_id as id
    from (${asRows(pieces)}) p
    cross join lateral (select id, firm_id, op_id, deliver_id, span, status from deliver_line
      where seg = p.seg and span && int8range(p.a, p.b, '[]') offset 0) l
    join deliver d on d.id = l.deliver_id and d.firm_id = ${firmId} and d.to_kind = ${from.kind} and d.to_id = ${from.id} and d.biz_type <> ${sql.lit(BizType.takeBack)}
    where l.firm_id = ${firmId} and l.status = ${sql.lit(DeliverStatus.signed)}
    order by l.op_id desc, l.id desc`.execute(db);
  const sent: Sent[] = [];
  let left = [...pieces];
  for (const { kind, id, ...run } of rows) {
    addAll(
      sent,
      clipped(left, [run]).map((piece) => ({ ...piece, sender: { kind, id } })),
    );
    left = cutOut(left, [run]);
  }
  return sent;
};

/** Who sent each piece of some goods to who has them; what nobody is known to have sent is left out. */
const findSenders = async (db: Db, firmId: number, custody: readonly CustodyPiece[], ends: Ends): Promise<Sent[]> => {
  const ids = [...new Set(custody.flatMap(({ deliverId }) => deliverId ?? []))];
  if (ids.length === 0) return [];
  const docs = await db
    .selectFrom('deliver')
    .where('id', 'in', ids)
    .select(['id', 'bizType', 'fromKind', 'fromId'])
    .execute();
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const cameBack = custody.filter(({ deliverId }) => byId.get(deliverId ?? 0)?.bizType === BizType.takeBack);
  const sent = custody.flatMap((piece) => {
    const doc = byId.get(piece.deliverId ?? 0);
    return doc && doc.bizType !== BizType.takeBack
      ? [{ ...piece, sender: { kind: doc.fromKind, id: doc.fromId } }]
      : [];
  });
  return [...sent, ...(await firstBrought(db, firmId, cameBack, ends))];
};

/**
 * Goods that go back go to whoever sent them, also once they came back to their sender from somebody further down. Where some came
 * from this receiver the others came from somebody else (61141), else the receiver is the wrong one.
 */
export const findUpstreams = async (
  db: Db,
  firmId: number,
  custody: readonly CustodyPiece[],
  ends: Ends,
): Promise<Standing[]> => {
  if (ends.bizType !== BizType.takeBack || custody.length === 0) return [];
  const sent = await findSenders(db, firmId, custody, ends);
  const strange = sent.filter(({ sender }) => !isSame(sender, ends.to));
  if (strange.length === 0) return [];
  const isMixed = strange.length < sent.length || new Set(strange.map(({ sender }) => partyKey(sender))).size > 1;
  const names = await holderNames(
    db,
    firmId,
    strange.map(({ sender }) => sender),
  );
  return strange.map(({ seg, from, to, sender }) => ({
    seg,
    from,
    to,
    why: isMixed
      ? moveRefusals.upstreamsDiffer
      : [Code.invalid, `货物由${names.get(partyKey(sender)) ?? ''}发来，请退给该方`],
    values: {},
  }));
};
