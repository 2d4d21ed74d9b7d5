import { findMoneyFaults } from './money-checks.ts';
import { readConfig } from './kit/config.ts';
import { openDatabase } from './kit/db/database.ts';
import { borrowEmbedded } from './kit/postgres/embedded-postgres.ts';

/** `npm run check-money`: holds money, draws, points and payouts of a database against every rule; 1 where one is broken. */
const config = readConfig(process.env);
const say = (text: string) => process.stdout.write(`${text}\n`);
const log = { info: () => {}, warn: (text: string) => say(text), error: (text: string) => say(text) };

const borrowed = config.databaseUrl ? undefined : await borrowEmbedded(config.dataDir, log);
try {
  const database = openDatabase(config.databaseUrl ?? borrowed!.url, { poolSize: 2 });
  const faults = await findMoneyFaults(database.backgroundDb, config.masterKey);
  await database.close();
  for (const { firmId, name, detail, difference } of faults) say(`企业 ${firmId}  ${name}  ${detail}  ${difference}`);
  say(faults.length === 0 ? '账目核对一致 / all rules hold' : `${faults.length} 处不一致 / rules broken`);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  say(`核对失败 / failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await borrowed?.stop();
}
