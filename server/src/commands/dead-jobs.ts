import { readOwnConfig } from '../kit/config.ts';
import { openDatabase, type Db } from '../kit/db/database.ts';
import { dropDeadJob, listDeadJobs, retryDeadJob } from '../kit/jobs/dead-jobs.ts';
import { borrowEmbedded, type EmbeddedPostgres } from '../kit/postgres/embedded-postgres.ts';

/** `npm run dead-jobs`: lists the jobs that failed at their last try; `-- retry <id>` puts one back, `-- drop <id>` throws it away. */
const config = readOwnConfig(process.env);
const say = (text: string) => process.stdout.write(`${text}\n`);
const log = { info: () => {}, warn: (text: string) => say(text), error: (text: string) => say(text) };

const act = async (db: Db, [action, id, ...rest]: readonly string[]): Promise<void> => {
  if (action === undefined) {
    const jobs = await listDeadJobs(db);
    for (const { id: its, queue, diedAt, tries, why } of jobs)
      say(`${its}  ${queue || '?'}  ${diedAt}  ${tries} 次 / tries  ${why.replaceAll(/\s+/g, ' ')}`);
    say(jobs.length === 0 ? '没有失败的后台任务 / no dead jobs' : `${jobs.length} 个失败的后台任务 / dead jobs`);
  } else if (!['retry', 'drop'].includes(action) || !id || rest.length > 0)
    throw new Error('用法 / usage: npm run dead-jobs [-- retry <id> | -- drop <id>]');
  else if (action === 'retry') say(`已放回队列 / put back into: ${(await retryDeadJob(db, id)).queue}`);
  else {
    await dropDeadJob(db, id);
    say(`已丢弃 / thrown away: ${id}`);
  }
};

let borrowed: EmbeddedPostgres | undefined;
try {
  if (!config.databaseUrl) borrowed = await borrowEmbedded(config.dataDir, log);
  const database = openDatabase(config.databaseUrl ?? borrowed!.url, { poolSize: 2 });
  await act(database.backgroundDb, process.argv.slice(2)).finally(() => database.close());
} catch (error) {
  say(`失败 / failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await borrowed?.stop();
}
