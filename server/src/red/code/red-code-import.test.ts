import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { redCodeApi } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { importEnded, uploaded } from '../../../test/factories/jobs.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeRedActive } from '../../../test/factories/red.ts';
import { book } from '../../../test/sheets.ts';

let app: TestApp;
let codes: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let token: string;
let seg: number;

beforeAll(async () => {
  app = await openTestApp({ poolSize: 8, work: true });
  codes = await makeCodeWorld(app);
  ops = opsOf(app, codes);
  ({ token } = await makeStaff(app, {
    firmId: codes.firmId,
    permissions: [
      ...['list', 'save', 'void', 'freeze', 'export'].map((act) => `admin:lottery:redBar:${act}`),
      'admin:lottery:redActive:list',
      ...['list', 'save', 'cancel', 'retry'].map((act) => `admin:identity:importTask:${act}`),
    ],
  }));
  ({ seg } = await codes.issue({ itemCount: 20 }));
  await ops.use(range(seg, 1, 20), { lotId: await ops.makeLot() });
});
afterAll(() => app.close());

it('binds no code of a batch that was given up, although its import is tried again', async () => {
  const redActiveId = await makeRedActive(app, codes.firmId, {});
  const save = (more: object) => app.data(token, redCodeApi.save, { redActiveId, ...more } as never);
  const reaches = async (id: number, state: number): Promise<void> => {
    await expect.poll(async () => (await app.data(token, redCodeApi.info, { id })).state).toBe(state);
  };
  const run = (serialFrom: number, serialTo: number) => ({
    source: 'range',
    range: { seg, serialFrom, serialTo },
    shares: [{ amount: 100, count: serialTo - serialFrom + 1 }],
  });
  // One code of the file carries a packet of another batch, which is void when the import is tried again.
  const former = await save(run(5, 5));
  await reaches(former.id, RedBatchState.ready);
  const texts = await ops.textsOf(seg, 1, 2, 3, 4, 5);
  const fileUrl = await uploaded(app, token, 'red_bar', await book([['编码'], ...texts.map((text) => [text])]));
  const made = await save({ source: 'file', fileUrl, shares: [{ amount: 100, count: 5 }] });
  await importEnded(app, token, made.taskId!);
  await reaches(made.id, RedBatchState.failed);
  await app.data(token, redCodeApi.void, { batchNo: former.batchNo });
  await reaches(former.id, RedBatchState.void);
  await app.call(token, importTaskApi.retry, { id: made.taskId! });
  await importEnded(app, token, made.taskId!);
  expect(await app.db.selectFrom('redBar').where('batchId', '=', made.id).select('serial').execute()).toEqual([]);
  await reaches((await save(run(1, 5))).id, RedBatchState.ready);
  expect(await findFaults(app)).toEqual([]);
});
