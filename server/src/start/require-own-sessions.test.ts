import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runServer } from '../../test/servers.ts';
import { startStrippingProxy } from '../../test/stripping-proxy.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireOwnSessions } from './require-own-sessions.ts';

vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-sessions-'));
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

test('a database that is reached directly keeps what its sessions ask for', async () => {
  await expect(requireOwnSessions(database)).resolves.toBeUndefined();
});

test.each([
  ['settings', 'statement_timeout 应为 30000，实际为 0'],
  ['announcements', '收不到数据库通知（LISTEN）'],
] as const)('a start behind what loses %s is refused with one line that says why', async (loses, cause) => {
  const proxy = await startStrippingProxy(database.url, loses);
  const { said, exit } = runServer({
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDir,
    MASTER_KEY: '0'.repeat(64),
    ROLE: 'worker',
    HEALTH_PORT: '0',
  });
  expect(await exit).toBe(1);
  await proxy.close();
  expect(said.errors.trim().split('\n')).toHaveLength(1);
  expect(said.errors).toContain(cause);
  expect(said.errors).toContain('请直连 PostgreSQL');
});
