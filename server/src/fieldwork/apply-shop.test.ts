import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { fieldApplyApi } from '@zhuiyuan/contract/fieldwork/field-apply';
import { Review } from '@zhuiyuan/contract/kit/review';
import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a rejected shop puts itself forward again, once, with licence and pictures', async () => {
  const firmId = await makeFirm(app);
  const agentId = await makeAgent(app, firmId);
  const id = await makeShop(app, firmId, agentId);
  const keeper = await bindPerson(app, { firmId, kind: RoleKind.shop, id });
  const body = '91330100MA2ABCDE1';
  const draft = {
    name: '申请门店',
    shopType: 2 as const,
    contact: '何店长',
    phone: '13912345678',
    regionCode: '330106',
    address: '文三路 1 号',
    licenseNo: body + creditCheckSymbol(body),
    doorImage: '/media/door.png',
    licenseImage: '/media/license.png',
  };
  const apply = (more: object = {}) => keeper.call(fieldApplyApi.apply, { ...draft, ...more } as never);
  await app.db.updateTable('shop').set({ audit: Review.passed }).where('id', '=', id).execute();
  expect((await apply()).code).toBe(61174);
  await app.db
    .updateTable('shop')
    .set({
      audit: Review.rejected,
      auditRemark: '照片模糊',
      payName: '何店长',
      doorImage: draft.doorImage,
      licenseImage: draft.licenseImage,
    })
    .where('id', '=', id)
    .execute();
  expect(await keeper.data(fieldApplyApi.info)).toMatchObject({ audit: Review.rejected, auditRemark: '照片模糊' });
  expect(await apply({ licenseNo: '91330100' })).toMatchObject({ code: 400, message: '统一社会信用代码格式不正确' });
  expect(await apply({ doorImage: '' })).toMatchObject({ code: 400, message: '请上传门头照片' });
  expect((await apply({ doorImage: '/media/of-somebody-else.png' })).code).toBe(61161);
  const answers = await Promise.all([apply(), apply()]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 61174]);
  expect(await keeper.data(fieldApplyApi.info)).toMatchObject({ ...draft, audit: Review.waiting, auditRemark: '' });
  const kept = await app.db
    .selectFrom('shop')
    .where('id', '=', id)
    .select(['payName', 'submittedAt'])
    .executeTakeFirstOrThrow();
  expect(kept.payName).toBe('何店长');
  const links = await app.db
    .selectFrom('shopAss')
    .where('shopId', '=', id)
    .where('unbindAt', 'is', null)
    .select('targetId')
    .execute();
  expect(links).toEqual([{ targetId: agentId }]);
});
