import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import type { BanDraft } from '@zhuiyuan/contract/risk/risk-rule';
import type { Db } from '../kit/db/database.ts';
import { notFound } from '../kit/refusal.ts';
import { listSomebody, personNumber } from '../risk/list-writes.ts';

/** Puts somebody on a list by hand. A consumer has to be one of the firm's own. */
export const addEntry = async (
  db: Db,
  draft: BanDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  if (draft.kind === BanKind.person && personNumber.test(draft.value)) {
    const known = await db
      .selectFrom('member')
      .where('id', '=', Number(draft.value))
      .where('firmId', '=', firmId)
      .select('id')
      .executeTakeFirst();
    if (!known) throw notFound();
  }
  return { id: await listSomebody(db, draft, { firmId, operatorId }), version: 0 };
};
