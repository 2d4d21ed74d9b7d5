import { readConfig } from './kit/config.ts';
import { openDatabase } from './kit/db/database.ts';
import { borrowEmbedded } from './kit/postgres/embedded-postgres.ts';
import { findFigureFaults } from './stats/figures/check-figures.ts';

/** `npm run check-figures`: recomputes every day of a database from the facts and holds all figures against it; 1 where one differs. */
const config = readConfig(process.env);
const say = (text: string) => process.stdout.write(`${text}\n`);
const log = { info: () => {}, warn: (text: string) => say(text), error: (text: string) => say(text) };

const borrowed = config.databaseUrl ? undefined : await borrowEmbedded(config.dataDir, log);
try {
  const database = openDatabase(config.databaseUrl ?? borrowed!.url, { poolSize: 2 });
  const faults = await findFigureFaults(database.backgroundDb);
  await database.close();
  for (const { firmId, day, detail } of faults) say(`企业 ${firmId}  ${day}  ${detail}`);
  say(faults.length === 0 ? '统计核对一致 / all figures agree' : `${faults.length} 处不一致 / figures differ`);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  say(`核对失败 / failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await borrowed?.stop();
}
