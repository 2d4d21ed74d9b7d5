import { NodeKind, nodeApi } from '@zhuiyuan/contract/registration/registration';
import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { notFound, Refusal, refuse, refuseOn, stale, type Constraints } from '../kit/refusal.ts';
import { seal } from '../kit/secret.ts';
import { serve } from '../kit/http/serve.ts';
import { requireNode } from './find-node.ts';
import { resolveHandle } from './resolve-handle.ts';

const constraints: Constraints = {
  node_conf_prefix_uq: () => {
    const { prefixTaken } = registrationRefusals;
    return refuse(prefixTaken, {}, { fields: [{ field: 'prefix', message: prefixTaken[1] }] });
  },
};

const secretPurpose = 'node secret';

/** How a firm reaches its identifier node, and the public resolver of its handles. */
export const mountNodeConf = (app: App): void => {
  refuseOn(app, constraints);
  serve(app, nodeApi, {
    read: async ({ input, db }) => {
      await requireFirm(db, input.id);
      const conf = await db.selectFrom('nodeConf').selectAll().where('firmId', '=', input.id).executeTakeFirst();
      const blank = {
        nodeKind: NodeKind.simulated,
        prefix: '',
        baseUrl: '',
        appId: '',
        templateNo: '',
        qps: 10,
        delayMs: 0,
        failPercent: 0,
        version: 0,
      };
      const { secretSealed, ...known } = conf ?? { ...blank, secretSealed: null };
      return { ...known, id: input.id, nodeKind: known.nodeKind as 0, hasSecret: secretSealed !== null };
    },

    save: {
      stored: async ({ row, db }) => {
        await requireFirm(db, row);
        const conf = await db
          .selectFrom('nodeConf')
          .select(['nodeKind', 'prefix', 'baseUrl', 'appId', 'templateNo', 'qps', 'delayMs', 'failPercent'])
          .where('firmId', '=', row)
          .forUpdate()
          .executeTakeFirst();
        return conf ?? {};
      },
      change: async ({ input: { id, version, secret, ...draft }, db }) => {
        await requireFirm(db, id);
        const before = await db
          .selectFrom('nodeConf')
          .select(['version', 'prefix'])
          .where('firmId', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (before && version !== undefined && version !== before.version) throw stale();
        if (before && before.prefix !== draft.prefix && (await hasRegistrations(db, id)))
          throw refuse(
            registrationRefusals.prefixInUse,
            {},
            {
              fields: [{ field: 'prefix', message: registrationRefusals.prefixInUse[1] }],
            },
          );
        const columns = {
          ...draft,
          ...(secret && { secretSealed: seal(app.config.masterKey, secretPurpose, Buffer.from(secret)) }),
        };
        await db
          .insertInto('nodeConf')
          .values({ firmId: id, ...columns })
          .onConflict((conflict) =>
            conflict.column('firmId').doUpdateSet((row) => ({
              ...columns,
              version: row('nodeConf.version', '+', 1),
              updatedAt: row.fn('now'),
            })),
          )
          .execute();
        return null;
      },
    },

    test: async ({ input, db }) => {
      await requireFirm(db, input.id);
      try {
        const { prefix, node } = await requireNode(db, input.id);
        await node.resolve(`${prefix}/test`);
        return { ok: true, message: '连接成功' };
      } catch (error) {
        if (error instanceof Refusal) throw error;
        return { ok: false, message: `连接失败：${error instanceof Error ? error.message : String(error)}` };
      }
    },

    resolve: ({ input }) => resolveHandle(app, input.prefix, input.suffix),
  });
};

const requireFirm = async (db: Db, id: number): Promise<void> => {
  const firm = await live(db, 'firm').select('id').where('id', '=', id).executeTakeFirst();
  if (!firm) throw notFound();
};

const hasRegistrations = async (db: Db, firmId: number): Promise<boolean> =>
  Boolean(await db.selectFrom('registration').select('id').where('firmId', '=', firmId).limit(1).executeTakeFirst());
