import { JobStatus, JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../kit/http/app-context.ts';
import { Refusal, refuse } from '../kit/refusal.ts';
import type { ClaimedJob } from './claim-job.ts';
import type { Ended } from './importer.ts';
import { jobFolder } from './with-local-copy.ts';
import { LeaseLost } from './move-cursor.ts';

const tellEveryMs = 1000;

class Stopped extends Error {}
class GivenBack extends Error {}

/** A file as it was written: its extension, and the name to save it under without it. */
interface Written {
  extension: string;
  name: string;
  type: string;
}

/**
 * Writes the file of a claimed export: `write` puts it at a path, drawing its rows through `watched`, which counts them,
 * tells how far it is, and ends the run when somebody asked to. A run that ends in the middle leaves nothing behind, and
 * the next one begins anew: the rows may have changed.
 */
export const writeJobFile = async (
  app: App,
  { job, owner, isDue }: { job: ClaimedJob; owner: string; isDue: () => boolean },
  write: (path: string, watched: <Row>(rows: AsyncIterable<Row>) => AsyncGenerator<Row>) => Promise<Written>,
): Promise<Ended> => {
  let written = 0;
  let told = 0;
  const tell = async () => {
    told = Date.now();
    const { rows } = await sql<{ isCancelled: boolean }>`
      update file_job set phase = ${sql.lit(JobPhase.running)}, ok_cnt = ${written}, total = greatest(total, ${written}), updated_at = now()
      where id = ${job.id} and firm_id = ${job.firmId} and lease_owner = ${owner} and status = ${sql.lit(JobStatus.running)}
      returning is_cancelled`.execute(app.db);
    if (!rows[0]) throw new LeaseLost();
    if (rows[0].isCancelled) throw new Stopped();
    if (isDue()) throw new GivenBack();
  };
  const watched = async function* watched<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      yield row;
      written += 1;
      if ((written & 255) === 0 && Date.now() - told > tellEveryMs) await tell();
    }
  };

  const folder = jobFolder(app.config.dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomBytes(12).toString('hex')}.out`);
  try {
    await tell();
    const { extension, name, type } = await write(path, watched);
    if (written === 0) throw refuse(exportRefusals.nothing);
    const { size } = await stat(path);
    const file = `export/${randomBytes(16).toString('hex')}.${extension}`;
    await app.files.adopt(path, file, type);
    const { numUpdatedRows } = await app.db
      .updateTable('fileJob')
      .set({ file, fileName: `${name}.${extension}`, fileSize: size, okCnt: written, total: written })
      .where('id', '=', job.id)
      .where('leaseOwner', '=', owner)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      await app.files.remove(file);
      throw new LeaseLost();
    }
    return 'over';
  } catch (error) {
    if (error instanceof GivenBack) return 'later';
    if (error instanceof Stopped) throw new Refusal(400, '已取消');
    throw error;
  } finally {
    await rm(path, { force: true });
  }
};

/** The next rows of an iterator, at most so many; it stays open behind them. */
export async function* upTo<Row>(rows: AsyncIterator<Row>, most: number, first: Row): AsyncGenerator<Row> {
  yield first;
  for (let count = 1; count < most; count += 1) {
    const { done, value } = await rows.next();
    if (done) return;
    yield value;
  }
}
