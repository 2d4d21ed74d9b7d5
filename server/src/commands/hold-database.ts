import { readOwnConfig, type Config } from '../kit/config.ts';
import { openDatabase, type Db } from '../kit/db/database.ts';
import { borrowEmbedded, type EmbeddedPostgres } from '../kit/postgres/embedded-postgres.ts';

/**
 * Looks for faults in the database that the settings name, the embedded one too, running or not, and prints each in a line, then `agrees`, or how
 * many there are and `differ`; the process ends with 1 where there are any, or where it could not look.
 */
export const holdDatabase = async (
  find: (db: Db, config: Config) => Promise<readonly string[]>,
  { agrees, differ }: { agrees: string; differ: string },
): Promise<void> => {
  const config = readOwnConfig(process.env);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const log = { info: () => {}, warn: (text: string) => say(text), error: (text: string) => say(text) };

  let borrowed: EmbeddedPostgres | undefined;
  try {
    if (!config.databaseUrl) borrowed = await borrowEmbedded(config.dataDir, log);
    const database = openDatabase(config.databaseUrl ?? borrowed!.url, { poolSize: 2 });
    const faults = await find(database.backgroundDb, config).finally(() => database.close());
    for (const fault of faults) say(fault);
    say(faults.length === 0 ? agrees : `${faults.length} 处不一致 / ${differ}`);
    if (faults.length > 0) process.exitCode = 1;
  } catch (error) {
    say(`核对失败 / failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await borrowed?.stop();
  }
};
