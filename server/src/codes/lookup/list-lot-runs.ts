import type { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound } from '../../kit/refusal.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { withEnds } from '../cipher/with-ends.ts';
import { runsOfLot } from '../state/pieces.ts';
import { countCodes } from '../state/ranges.ts';

type Runs = DataOf<(typeof identityApi)['ofLot']>;

/** A page of the runs that are bound to a lot now. What a lot was bound to once is in the runs' operations. */
export const listLotRuns = async (
  db: Db,
  keyring: Keyring,
  { lotId, page, limit }: InputOf<typeof identityApi.ofLot>,
): Promise<Runs> => {
  const lot = await live(db, 'lot').where('id', '=', lotId).select(['id', 'firmId']).executeTakeFirst();
  if (!lot) throw notFound();
  const runs = await runsOfLot(db, lot);
  const shown = runs.slice((page - 1) * limit, page * limit);
  const segments = await db
    .selectFrom('segment')
    .innerJoin('task', 'task.id', 'segment.taskId')
    .where('segment.seg', 'in', [0, ...new Set(shown.map(({ seg }) => seg))])
    .select(['segment.seg', 'segment.level', 'segment.keyV', 'segment.state', 'task.taskNo'])
    .execute();
  const bySeg = new Map(segments.map((segment) => [segment.seg, segment]));
  const rows = shown.flatMap((run) => {
    const segment = bySeg.get(run.seg);
    return segment ? [{ ...segment, serialFrom: run.from, serialTo: run.to, count: countCodes([run]) }] : [];
  });
  const list = (await withEnds(db, keyring, rows, (row) => row)).map(({ keyV: _key, ...row }) => row) as Runs['list'];
  return { list, total: runs.length, page, limit, totalPage: Math.ceil(runs.length / limit) };
};
