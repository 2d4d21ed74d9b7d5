import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Db } from '../../kit/db/database.ts';
import { retried } from '../../kit/http/serve.ts';
import { readTerms } from '../../member/consumer-terms.ts';
import { lockPoints, movePoints } from '../../member/move-points.ts';
import { isKeptFromPrizes } from '../../risk/bans.ts';
import { findScan } from '../../scan/log/find-scan.ts';

interface First {
  firmId: number;
  uid: number;
  scan: { scanId: number; at: string };
  code: { seg: number; serial: number };
  ip: string;
}

/**
 * Gives what a firm gives for the first scan of a code to who made it, once for each code however often it is asked. Answers the points that this
 * scan brought, also when they were given before; 0 where it was none, somebody else's, or his who is disabled or kept from prizes.
 */
export const giveFirstPoints = async (db: Db, { firmId, uid, scan, code, ip }: First): Promise<number> => {
  const { firstPoints } = await readTerms(db, firmId);
  if (firstPoints === 0) return 0;
  const found = await findScan(db, scan);
  if (found?.verdict !== 'FIRST' || found.uid !== uid) return 0;
  const sourceId = String(toCodeId(code.seg, code.serial));
  const given = (where: Db) =>
    where
      .selectFrom('pointLog')
      .where('firmId', '=', firmId)
      .where('source', '=', 'scan')
      .where('sourceId', '=', sourceId)
      .select(['uid', 'delta'])
      .executeTakeFirst();
  const before = await given(db);
  if (before) return before.uid === uid ? before.delta : 0;
  if (await isKeptFromPrizes(db, { firmId, uid, ip })) return 0;
  return retried(() =>
    db.transaction().execute(async (transaction) => {
      const where = transaction as Db;
      const balances = await lockPoints(where, firmId, [uid]);
      // He alone made the first scan, so that whoever gave them meanwhile held his points.
      const meanwhile = await given(where);
      if (meanwhile) return meanwhile.delta;
      const { status } = await where
        .selectFrom('member')
        .where('firmId', '=', firmId)
        .where('id', '=', uid)
        .select('status')
        .executeTakeFirstOrThrow();
      if (status !== Enabled.on) return 0;
      await movePoints(where, firmId, balances, [
        { firmId, uid, delta: firstPoints, source: 'scan', sourceId, title: '首次扫码' },
      ]);
      return firstPoints;
    }),
  );
};
