import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resetRootPassword } from '../access/set-password.ts';
import { readOwnConfig } from '../kit/config.ts';
import { openDatabase } from '../kit/db/database.ts';
import { borrowEmbedded, type EmbeddedPostgres } from '../kit/postgres/embedded-postgres.ts';
import { migrate } from '../kit/db/migrate.ts';
import { setUpAlone } from '../kit/db/set-up-alone.ts';

/** `npm run reset-admin`: a new password for the account `admin`, whether the server runs or not. */
// The bundle lies two folders below the root.
const root = fileURLToPath(new URL('../..', import.meta.url));
const config = readOwnConfig(process.env);
const say = (text: string) => process.stdout.write(`${text}\n`);
const log = { info: () => {}, warn: (text: string) => say(text), error: (text: string) => say(text) };

let borrowed: EmbeddedPostgres | undefined;
try {
  if (!config.databaseUrl) borrowed = await borrowEmbedded(config.dataDir, log);
  const url = config.databaseUrl ?? borrowed!.url;
  await setUpAlone(url, log, () => migrate(url, join(root, 'server/migrations')));
  const database = openDatabase(url, { poolSize: 2 });
  const password = await resetRootPassword(database.db);
  await database.close();
  if (password) say(`\n  账号 Account   admin\n  新密码 Password  ${password}   （仅显示这一次 / shown only once）\n`);
  else say('还没有账号 admin，请先运行 npm start / there is no account yet: run npm start first');
} catch (error) {
  say(`重置失败 / failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await borrowed?.stop();
}
