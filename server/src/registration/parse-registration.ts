import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import type { HandleValue } from '@zhuiyuan/contract/registration/registration';
import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { codeFacts, findCode } from '../codes/lookup/code-facts.ts';
import type { Db } from '../kit/db/database.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { requireNode } from './find-node.ts';
import { codeRecord, comparedIndexes, readRecord } from './read-record.ts';

const mayParse = [1, 2, 3];

/**
 * Asks the node for a registered handle and holds link and state against what they should be: equal → 已解析, else
 * 解析失败 with the difference. Refuses 404, 61122, 61123. The node is asked outside any transaction.
 */
export const parseRegistration = async (db: Db, keyring: Keyring, id: number): Promise<void> => {
  const row = await db.selectFrom('registration').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  if (!mayParse.includes(row.status)) throw refuse(registrationRefusals.wrongState);
  const { node } = await requireNode(db, row.firmId);
  const held = await node.resolve(row.handle).catch((error: unknown) => {
    throw refuse(registrationRefusals.nodeFailed, { msg: error instanceof Error ? error.message : String(error) });
  });
  const wanted = await readRecord(
    db,
    row,
    row.objKind === ObjectKind.code ? await readCodeRecord(db, keyring, row.handle) : undefined,
  );
  const toData = (values: readonly HandleValue[] | undefined, index: number) =>
    values?.find((value) => value.index === index)?.data ?? '';
  const differences = comparedIndexes
    .map((index) => ({ index, wanted: toData(wanted, index), held: toData(held, index) }))
    .filter((pair) => pair.wanted !== pair.held);
  const isEqual = held !== undefined && differences.length === 0;
  await db
    .updateTable('registration')
    .set((old) => ({
      status: isEqual ? RegistrationStatus.parsed : RegistrationStatus.parseFailed,
      parsedAt: old.fn('now'),
      parseResult: JSON.stringify({ values: held ?? null, differences }),
      lastErr: isEqual ? '' : held === undefined ? '节点没有此标识' : '解析结果与登记不一致',
      updatedAt: old.fn('now'),
    }))
    .where('id', '=', id)
    // A change that queued it in the meantime goes first.
    .where('status', 'in', mayParse)
    .execute();
};

/** The record of the code a handle names, computed now. */
export const readCodeRecord = async (db: Db, keyring: Keyring, handle: string): Promise<HandleValue[]> => {
  const text = handle.slice(handle.indexOf('/') + 1);
  return codeRecord(db, await codeFacts(db, keyring, await findCode(db, keyring, text)));
};
