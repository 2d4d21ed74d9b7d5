import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { FieldCode } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { Role } from '../account/require-role.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { findCode } from '../codes/lookup/code-facts.ts';
import { countItems } from '../codes/state/custody/count-items.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import type { Db } from '../kit/db/database.ts';
import { refuse, Refusal } from '../kit/refusal.ts';
import { pendingDocuments } from './read-documents.ts';
import { readDocument } from './read-document.ts';
import { toRun } from '../codes/state/ranges.ts';

const findLine = (db: Db, deliverId: number, { seg, serial }: { seg: number; serial: number }) =>
  db
    .selectFrom('deliverLine')
    .where('deliverId', '=', deliverId)
    .where('seg', '=', seg)
    .where(sql<boolean>`span @> ${serial}::int8`)
    .select(['id', 'status', 'level'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The document on its way to the role by which a code, or the box it lies in, comes; 61077 where none does. */
export const findPendingOf = async (db: Db, keyring: Keyring, role: Role, typed: string): Promise<{ id: number }> => {
  const { unit } = await findCode(db, keyring, typed);
  const { boxes } = await findContainers(db, unit);
  for (const { seg, serial } of [unit, ...boxes]) {
    const found = await pendingDocuments(db, role)
      .innerJoin('deliverLine', (join) => join.onRef('deliverLine.deliverId', '=', 'deliver.id'))
      .where('deliverLine.seg', '=', seg)
      .where(sql<boolean>`deliver_line.span @> ${serial}::int8`)
      .where('deliverLine.status', '=', DeliverStatus.shipped)
      .select('deliver.id')
      .orderBy('deliver.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (found) return found;
  }
  throw refuse(moveRefusals.notReceiver);
};

/** What a scanned code is to a document the role may see: in it, signed for already, in a box of it, or none of its. 61001 for what is no code. */
export const findInDocument = async (
  db: Db,
  keyring: Keyring,
  role: Role,
  { deliverId, code: typed }: { deliverId: number; code: string },
): Promise<FieldCode> => {
  await readDocument(db, role, { id: deliverId });
  const unknown = { state: 'other', code: typed, lineId: null, level: null, storeName: '', itemQty: 0 } as const;
  const found = await findCode(db, keyring, typed).catch((error: unknown) => {
    // A code that is none of the firm's may still have come with the goods; what is no code at all has not.
    if (error instanceof Refusal && error.code === codeRefusals.noSuchCode[0]) return undefined;
    throw error;
  });
  if (!found) return unknown;
  const { unit } = found;
  const { boxes } = await findContainers(db, unit);
  const storeName = unit.storeName ?? '';
  for (const [up, place] of [unit, ...boxes].entries()) {
    const line = await findLine(db, deliverId, place);
    if (!line || line.status === DeliverStatus.cancelled) continue;
    const run = toRun(place);
    const [counted] = await countItems(db, role.firmId, [[run]]);
    return {
      state: up > 0 ? 'inside' : line.status === DeliverStatus.signed ? 'signed' : 'open',
      code: await keyring.readText(db, place, place.serial),
      lineId: line.id,
      level: line.level as FieldCode['level'],
      storeName,
      itemQty: counted?.items ?? 0,
    };
  }
  return {
    ...unknown,
    code: await keyring.readText(db, unit, unit.serial),
    storeName,
    level: unit.level as FieldCode['level'],
  };
};
