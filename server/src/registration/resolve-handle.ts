import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import type { HandleValue } from '@zhuiyuan/contract/registration/registration';
import { sql } from 'kysely';
import { codeFacts } from '../codes/lookup/code-facts.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { readUnit } from '../codes/state/read-unit.ts';
import type { App } from '../kit/http/app-context.ts';
import { notFound } from '../kit/refusal.ts';
import { codeRecord, readRecord } from './read-record.ts';

const registeredStates = [1, 2, 3];

/**
 * Public items of a handle below a firm's prefix: of a product, lot or run as registered; of a code when it, or the run
 * it lies in, is registered, computed now. Private and granted items stay out. Throws 404.
 */
export const resolveHandle = async (
  app: App,
  prefix: string,
  suffix: string,
): Promise<{ handle: string; values: Omit<HandleValue, 'auth'>[] }> => {
  const { db } = app;
  const handle = `${prefix}/${suffix}`;
  const direct = await db
    .selectFrom('registration')
    .selectAll()
    .where('handle', '=', handle)
    .where('status', 'in', registeredStates)
    .executeTakeFirst();
  if (direct && direct.objKind !== ObjectKind.code) return toAnswer(handle, await readRecord(db, direct));

  const keyring = openKeyring(app);
  const found = await keyring.find(db, suffix);
  const unit = found && (await readUnit(db, found.place.seg, found.place.serial));
  if (!found || !unit || found.place.face >= unit.faces) throw notFound();
  const run =
    direct ??
    (await db
      .selectFrom('registration')
      .innerJoin('nodeConf', 'nodeConf.firmId', 'registration.firmId')
      .selectAll('registration')
      .where('nodeConf.prefix', '=', prefix)
      .where('objKind', '=', ObjectKind.run)
      .where('status', 'in', registeredStates)
      .where('seg', '=', unit.seg)
      .where(sql<boolean>`span @> ${unit.serial}::int8`)
      .executeTakeFirst());
  if (!run) throw notFound();
  const code = await codeRecord(db, await codeFacts(db, keyring, { place: found.place, unit }));
  return toAnswer(handle, await readRecord(db, { ...run, handle }, code));
};

const toAnswer = (handle: string, record: HandleValue[]) => ({
  handle,
  values: record.filter(({ auth }) => auth === 'public').map(({ auth: _auth, ...value }) => value),
});
