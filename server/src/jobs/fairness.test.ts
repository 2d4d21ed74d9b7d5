import { JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { importRows, uploaded } from '../../test/factories/jobs.ts';
import { book } from '../../test/sheets.ts';
import { makeAgent, makeFirm } from '../../test/factories/parties.ts';
import { exportsAtOnce, exportsWaiting } from '../kit/http/in-own-turn.ts';
import { mountExporter, startExport, type Exporter } from './exporter.ts';

const permissions = [
  agentApi.export.may as string,
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  'admin:identity:product:import',
];

let app: TestApp;
let firmId: number;
let [busy, other] = [
  { id: 0, token: '' },
  { id: 0, token: '' },
];
beforeAll(async () => {
  app = await openTestApp({ work: true });
  firmId = await makeFirm(app);
  await makeAgent(app, firmId);
  busy = await makeStaff(app, { firmId, permissions });
  other = await makeStaff(app, { firmId, permissions });
});
afterAll(() => app.close());

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describe('a store that does not answer', () => {
  let put: TestApp['files']['put'];
  beforeAll(() => ({ put } = app.files));
  afterEach(() => Object.assign(app.files, { put }));

  it('holds no connection; one operator has few exports under way, more are refused at once, and another is served', async () => {
    const { opened, open } = gate();
    const files: string[] = [];
    Object.assign(app.files, {
      put: async (...given: Parameters<typeof put>) => {
        files.push(given[0]);
        await opened;
        return put(...given);
      },
    });
    const early: string[] = [];
    const asked = Array.from({ length: 20 }, async () => {
      const answer = await app.call(busy.token, agentApi.export, {});
      early.push(`${answer.code} ${answer.message}`);
      return answer;
    });
    await expect.poll(() => early.length).toBe(20 - exportsAtOnce - exportsWaiting);
    expect(new Set(early)).toEqual(new Set(['429 系统繁忙，请稍后重试']));
    await expect.poll(() => files.length).toBe(exportsAtOnce);
    const his = app.call(other.token, agentApi.export, {});
    await expect.poll(() => files.length).toBe(exportsAtOnce + 1);
    // One may be between two statements of a transaction just now; one that is held stays.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ held: number }>`
          select count(*)::int as held from pg_stat_activity
          where datname = current_database() and application_name = 'zhuiyuan' and state like 'idle in transaction%'`.execute(
          app.db,
        );
        return rows[0]!.held;
      })
      .toBe(0);
    expect(app.database.pool.waitingCount).toBe(0);
    open();
    const answers = await Promise.all([...asked, his]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(exportsAtOnce + exportsWaiting + 1);
    expect(answers.at(-1)!.code).toBe(200);
  });

  it('holds up those who look into files, few of one operator, and nobody else', async () => {
    const fileUrl = await uploaded(app, busy.token, 'product', await book([['产品名称'], ['茶']]));
    const { open: openFile } = app.files;
    const { opened, open } = gate();
    Object.assign(app.files, {
      open: async (...given: Parameters<typeof openFile>) => {
        await opened;
        return openFile(...given);
      },
    });
    const codes: number[] = [];
    const looks = Array.from({ length: 20 }, async () => {
      const { code } = await app.call(busy.token, importTaskApi.save, { biz: 'product', fileUrl } as never);
      codes.push(code);
    });
    await expect.poll(() => codes.length).toBe(17);
    expect(new Set(codes)).toEqual(new Set([429]));
    expect(app.shares.staff.isFull()).toBe(false);
    const lists = Array.from({ length: 12 }, () => app.call(busy.token, importTaskApi.list, {}));
    expect((await Promise.all(lists)).every(({ code }) => code === 200)).toBe(true);
    open();
    await Promise.all(looks);
    Object.assign(app.files, { open: openFile });
  });
});

describe('jobs of one operator', () => {
  it('run two at a time in their order, and keep neither the export nor the import of another from beginning', async () => {
    const { opened, open } = gate();
    const begun: string[] = [];
    let [running, most] = [0, 0];
    const slow: Exporter<{ id: number }, { name: string }> = {
      biz: 'slow',
      title: '慢',
      may: agentApi.export.may as never,
      columns: [{ title: '编号', cell: (row) => row.id }],
      filters: z.object({ name: z.string() }),
      page: async (_db, { name }) => {
        begun.push(name);
        if (name.startsWith('busy')) most = Math.max(most, (running += 1));
        await opened;
        if (name.startsWith('busy')) running -= 1;
        return [{ id: 1 }];
      },
    };
    mountExporter(app, slow);
    const start = async (operatorId: number, name: string) => {
      const operator = (await app.operatorById(operatorId))!;
      return (await startExport(app, { db: app.db, operator }, slow, { filters: { name } })).taskId;
    };
    const names = ['busy 1', 'busy 2', 'busy 3', 'busy 4', 'busy 5', 'busy 6'];
    const ids: number[] = [];
    for (const name of names) ids.push(await start(busy.id, name));
    await expect.poll(() => begun.toSorted()).toEqual(['busy 1', 'busy 2']);
    ids.push(await start(other.id, 'other'));
    await expect.poll(() => begun).toContain('other');
    const imported = await importRows(app, other.token, 'product', [
      ['编号', '名称', '规格', '单位', '条码'],
      ['FAIR-1', '第1号茶', '', '盒', ''],
    ]);
    expect(imported).toMatchObject({ status: 2, ok: 1, errors: [] });
    expect(begun).toHaveLength(3);
    open();
    const ended = () =>
      app.db.selectFrom('fileJob').where('id', 'in', ids).where('status', '=', JobStatus.done).select('id').execute();
    await expect.poll(async () => (await ended()).length).toBe(ids.length);
    expect(begun.filter((name) => name !== 'other').toSorted()).toEqual(names);
    expect(most).toBe(2);
    const { rows } = await sql<{ title: string }>`
      select params -> 'filters' ->> 'name' as title from file_job where operator_id = ${busy.id} and biz = ${slow.biz} order by started_at`.execute(
      app.db,
    );
    expect(rows.map(({ title }) => title)).toEqual(names);
  });
});
