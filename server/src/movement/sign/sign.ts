import { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { signListApi } from '@zhuiyuan/contract/movement/sign/sign-list';
import { signCheckApi } from '@zhuiyuan/contract/movement/sign/sign-check';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, serve } from '../../kit/http/serve.ts';
import { notFound } from '../../kit/refusal.ts';
import { logRefused } from '../document/log-moves.ts';
import { staffActor } from '../actor.ts';
import { autoSign } from './auto-sign.ts';
import { handleDiff } from './handle-diff.ts';
import { countSigns, listSigns } from './list-signs.ts';
import { signDeliver } from './sign-deliver.ts';
import { signImporter } from './sign-import.ts';
import { checkSign } from './check-sign.ts';

/** Signing for goods, by hand, by a file and by the clock, what would come of it, its lists, and what is done about differences. */
export const mountSign = (app: App): void => {
  const keyring = openKeyring(app);
  mountImporter(app, signImporter(keyring));
  app.jobs.work('deliverAutoSign', () => autoSign(app.background), { cron: '0 2 * * *', expireInSeconds: 3600 });
  serve(app, signApi, {
    sign: async ({ input, db, operator }) => {
      const doc = await db
        .selectFrom('deliver')
        .where('id', '=', input.id)
        .select(['id', 'firmId', 'fromKind', 'fromId', 'toKind', 'toId'])
        .executeTakeFirst();
      if (!doc) throw notFound();
      const actor = staffActor(operator);
      return logRefused(db, doc.firmId, actor, DeliverAct.sign, { doc }, () =>
        retried(() => db.transaction().execute((tx) => signDeliver(tx as Db, keyring, actor, input))),
      );
    },
    handleDiff: ({ input, db, operator }) => handleDiff(db, keyring, staffActor(operator), input),
  });
  serve(app, signListApi, {
    list: ({ input, db }) => listSigns(db, keyring, input),
    counts: ({ db }) => countSigns(db),
    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'sign', input) },
  });
  serve(app, signCheckApi, {
    check: async ({ input: { id, codes }, db }) => {
      const doc = await db.selectFrom('deliver').where('id', '=', id).selectAll().executeTakeFirst();
      if (!doc) throw notFound();
      return checkSign(db, keyring, doc, codes);
    },
  });
};
