import { builtInBlocks } from '@zhuiyuan/contract/trace/template/built-in-template';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import type { Db } from '../../kit/db/database.ts';
import { makeDefaultTemplate, publishTemplate, rollBackTemplate } from './publish-template.ts';
import { insertTemplate } from './template-writes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
});
afterAll(() => app.close());

const inTx = <T>(work: (db: Db) => Promise<T>) => app.db.transaction().execute((db) => work(db as Db));

test('templates that are published, rolled back and made the default at the same time never wait in a circle', async () => {
  const firmId = await makeFirm(app);
  const { id: operatorId } = await makeStaff(app, { firmId });
  const ids: number[] = [];
  for (const name of ['一', '二', '三']) {
    const draft = { name, cover: '', blocks: builtInBlocks, theme: {} } as never;
    const { id } = await inTx((db) => insertTemplate(db, draft, { firmId, operatorId }));
    await inTx((db) => publishTemplate(db, id, operatorId));
    ids.push(id);
  }
  for (let round = 0; round < 40; round += 1)
    // Not by calls: those are tried again where the database breaks a circle up.
    await Promise.all(
      ids.flatMap((id) => [
        inTx((db) => makeDefaultTemplate(db, id)),
        inTx((db) => publishTemplate(db, id, operatorId)),
        inTx((db) => rollBackTemplate(db, id, 1, operatorId)),
      ]),
    );
  const rows = await app.db
    .selectFrom('temp')
    .where('firmId', '=', firmId)
    .select(['isDefault', 'publishVersion'])
    .execute();
  expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  expect(rows.map(({ publishVersion }) => publishVersion)).toEqual([81, 81, 81]);
});
