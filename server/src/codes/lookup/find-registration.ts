import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** The registration a code resolves by: its own, else that of the run it lies in. One look at an index each. */
export const findRegistration = async (
  db: Db,
  { codeId, seg, serial }: { codeId: number; seg: number; serial: number },
): Promise<{ handle: string; status: number } | undefined> => {
  const own = await db
    .selectFrom('registration')
    .select(['handle', 'status'])
    .where('objKind', '=', ObjectKind.code)
    .where('objId', '=', codeId)
    .executeTakeFirst();
  return (
    own ??
    db
      .selectFrom('registration')
      .select(['handle', 'status'])
      .where('objKind', '=', ObjectKind.run)
      .where('seg', '=', seg)
      .where(sql<boolean>`span @> ${serial}::int8`)
      .executeTakeFirst()
  );
};
