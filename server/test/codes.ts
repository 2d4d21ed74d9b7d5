import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { randomUUID } from 'node:crypto';
import { seedCodeKeys } from '../src/codes/cipher/keyring.ts';
import { makeFirm, makeStaff, type TestApp } from './app.ts';

export const codePermissions = [
  'admin:identity:task:list',
  'admin:identity:task:save',
  'admin:identity:task:audit',
  'admin:identity:task:cancel',
  'admin:identity:task:retry',
  'admin:identity:task:pwd',
  'admin:identity:task:download',
  'admin:identity:task:void',
  'admin:identity:task:print',
  'admin:identity:identity:list',
  'admin:identity:identity:freeze',
  'admin:identity:batch:list',
  'admin:identity:batch:use',
  'admin:identity:batch:undo',
  'admin:identity:batch:update',
  'admin:identity:batch:delete',
  'admin:identity:batch:freeze',
  'admin:identity:batch:import',
  'admin:identity:batch:export',
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  'admin:identity:importTask:cancel',
  'admin:identity:importTask:retry',
];

/** A firm with a member of staff, a product and a lot, and live code keys: what issuing and activating need. */
export const makeCodeWorld = async (app: TestApp) => {
  await seedCodeKeys(app.db, app.config.masterKey);
  const firmId = await makeFirm(app);
  const { token } = await makeStaff(app, { firmId, permissions: codePermissions });
  const product = await app.db
    .insertInto('product')
    .values({
      firmId,
      storeName: '明前龙井 250g',
      productNo: `P${randomUUID().slice(0, 8)}`,
      unit: '盒',
      boxNum: 6,
      caseNum: 4,
      image: '/media/a.png',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lot = await app.db
    .insertInto('lot')
    .values({ firmId, productId: product.id, lotNo: 'L261104-1', produceDate: '2026-11-04' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const issue = async (draft: Record<string, unknown> = {}) => {
    const { id } = await app.data(token, taskApi.save, {
      name: '测试任务',
      itemCount: 1000,
      idemKey: randomUUID(),
      ...draft,
    } as never);
    const { segments } = await app.data(token, taskApi.info, { id });
    return { taskId: id, segments, seg: segments[0]!.seg };
  };
  return { firmId, token, productId: product.id, lotId: lot.id, issue };
};
