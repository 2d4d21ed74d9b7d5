import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults, makeActivity, makeMembers, periodOf, ticketOf } from '../../../test/factories/lottery.ts';
import { waiting } from '../../../test/waiting.ts';
import { mostPieces } from '../../codes/state/pieces.ts';
import { drawTogether } from './draw-together.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  world = await makeCodeWorld(app);
  ops = opsOf(app, world);
});
afterAll(() => app.close());

interface Codes {
  seg: number;
  productId: number;
  taskId: number;
  lotId: number;
}

const recall = async (lotId: number) => {
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:lot:recall'] });
  return app.call(token, lotApi.recall, { id: lotId, text: '包装破损' } as never);
};

interface Stop {
  refusal: readonly [number, string];
  /** What is done to the codes before any draw. */
  prepare?: (codes: Codes) => Promise<void>;
  stop: (codes: Codes) => Promise<object>;
}

/** What stops codes for all that is to come, each with what a draw with one of them is told from then on. */
const stops: Record<string, Stop> = {
  作废: { refusal: drawRefusals.void, stop: ({ seg }: Codes) => ops.remove(range(seg, 1, 60)) },
  作废几个码: { refusal: drawRefusals.void, stop: ({ seg }: Codes) => ops.remove(range(seg, 2, 3)) },
  冻结: { refusal: drawRefusals.frozen, stop: ({ seg }: Codes) => ops.freeze(range(seg, 1, 60)) },
  按任务作废: {
    refusal: drawRefusals.void,
    async stop({ taskId }: Codes) {
      await app.db.updateTable('task').set({ phase: TaskPhase.done }).where('id', '=', taskId).execute();
      const { taskNo } = await app.data(world.token, taskApi.info, { id: taskId });
      return app.call(world.token, taskApi.void, { id: taskId, taskNo, reason: '印刷损坏' });
    },
  },
  召回: { refusal: drawRefusals.frozen, stop: ({ lotId }: Codes) => recall(lotId) },
  召回一个零散的批次: {
    refusal: drawRefusals.frozen,
    async prepare({ seg, productId, lotId }: Codes) {
      await sql`insert into code_unit (seg, serial, firm_id, bind_product, bind_lot, bind_seq, bind_at)
        select ${seg}::int, n, ${world.firmId}::bigint, ${productId}::bigint, ${lotId}::bigint, 1, now()
        from generate_series(61, 61 + ${mostPieces}::int) n`.execute(app.db);
    },
    stop: ({ lotId }: Codes) => recall(lotId),
  },
};

test.each(Object.entries(stops))(
  '%s is done once nobody draws with its codes any more, and then nobody does',
  async (_name, { refusal, prepare, stop }) => {
    const activity = await makeActivity(app, { firmId: world.firmId }, [{ stock: 10, weight: 1_000_000 }]);
    const { seg, taskId } = await world.issue({ itemCount: mostPieces + 100 });
    const lotId = await ops.makeLot(activity.productId);
    await ops.use(range(seg, 1, 60), { productId: activity.productId, lotId });
    const codes = { seg, taskId, lotId, productId: activity.productId };
    await prepare?.(codes);
    const uids = await makeMembers(app, world.firmId, 2);
    const { seed, entries } = await periodOf(app, activity.id);
    const draw = (uid: number, serial: number) =>
      drawTogether(app.shopperDb, [
        { ticket: ticketOf(activity, uid, { seg, serial }), clientSeed: '', seed, entries },
      ]);

    let letGo = () => {};
    const held = app.db.transaction().execute(async (db) => {
      await db.selectFrom('tier').where('activityId', '=', activity.id).select('id').forUpdate().execute();
      await new Promise<void>((resolve) => (letGo = resolve));
    });
    const drawing = draw(uids[0]!, 2);
    await expect.poll(() => waiting(app.db)).toBe(1);
    let isStopped = false;
    const stopping = stop(codes).then((answer) => {
      isStopped = true;
      return answer;
    });
    await expect.poll(() => waiting(app.db)).toBe(2);
    expect(isStopped).toBe(false);
    letGo();
    await held;
    expect(await drawing).toMatchObject([{ isRepeat: false }]);
    expect(await stopping).toMatchObject({ code: 200 });
    // His own draw stays his, and the next code pays for none.
    expect(await draw(uids[0]!, 2)).toMatchObject([{ isRepeat: true }]);
    expect(await draw(uids[1]!, 3)).toEqual([{ refusal }]);
    const { rows } = await sql`select from code_use where seg = ${seg} and serial = 3`.execute(app.db);
    expect(rows).toEqual([]);
    expect(await findFaults(app)).toEqual([]);
  },
);
