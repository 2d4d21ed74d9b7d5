import { accountHeader, RoleKind, toRoleKey } from '@zhuiyuan/contract/account/role-kind';
import { accountApi } from '@zhuiyuan/contract/account/account';
import { shopJoinApi } from '@zhuiyuan/contract/fieldwork/shop-join';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { shopApplyApi } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { shopInviteApi } from '@zhuiyuan/contract/parties/shop/shop-invite';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { elsewhere, makeStaff } from '../../test/factories/access.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { multipart } from '../../test/factories/media.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import sharp from '../../test/sharp.ts';

let app: TestApp;
let picture: Buffer;
beforeAll(async () => {
  app = await openTestApp();
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => app.close());

let firmId: number;
let agentId: number;
let staff: string;
let code: string;
beforeEach(async () => {
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId);
  ({ token: staff } = await makeStaff(app, {
    firmId,
    permissions: [
      'admin:identity:shop:save',
      'admin:identity:shop:delete',
      'admin:lottery:storeAudit:list',
      'admin:lottery:storeAudit:audit',
    ],
  }));
  code = codeOf(await offer({ agentId }));
});

const offer = (more: object = {}) => app.data(staff, shopInviteApi.offer, more as never);
const codeOf = ({ url }: { url: string }): string => url.split('#')[1]!;
let phones = 13_500_000_000;
const nextPhone = () => String((phones += 1));
const license = '91330100MA2ABCDE1';
const words = () => ({
  name: '巷口茶铺',
  shopType: 2 as const,
  contact: '何店长',
  phone: nextPhone(),
  regionCode: '330106',
  address: '文三路 1 号',
  licenseNo: license + creditCheckSymbol(license),
});

/** Somebody who opened the link on a phone of his own. */
const open = async (by = code, from: Record<string, string> = elsewhere()) => {
  const { token } = (await app.call('', shopJoinApi.begin, { code: by }, from)).data;
  const headers = { ...from, [accountHeader]: token };
  const upload = async (invite = by) => {
    const { boundary, body } = multipart({ name: 'photo.jpg', content: picture, field: 'file' });
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/public/upload/image',
      query: { invite },
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: body,
    });
    return answer.json() as { code: number; data: { url: string } };
  };
  const info = (of = by) => app.call('', shopJoinApi.info, { code: of }, headers);
  const apply = async (more: object = {}) => {
    const [door, paper] = [await upload(), await upload()];
    const draft = { ...words(), doorImage: door.data.url, licenseImage: paper.data.url, code: by, ...more };
    return app.call('', shopJoinApi.apply, draft as never, headers);
  };
  return { token, headers, upload, info, apply };
};
const review = (id: number, more: object) => app.data(staff, shopApplyApi.audit, { ids: [id], ...more } as never);
const waiting = async () => (await app.data(staff, shopApplyApi.list, { audit: Review.waiting })).list;

test('by a dealer’s link a shop nobody knows waits for review, is passed, and its keeper acts as it', async () => {
  expect((await app.call('', shopJoinApi.info, { code }, elsewhere())).data).toMatchObject({ mine: null, role: '' });
  const keeper = await open();
  const applied = await keeper.apply();
  expect(applied.code).toBe(200);
  const { id } = applied.data;
  const stored = await app.db
    .selectFrom('shop')
    .where('id', '=', id)
    .select(['firmId', 'audit', 'source', 'status', 'createdBy'])
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({
    firmId,
    audit: Review.waiting,
    source: RowSource.merchant,
    status: Enabled.on,
    createdBy: null,
  });
  expect((await keeper.info()).data).toMatchObject({ mine: { name: '巷口茶铺', audit: Review.waiting }, role: '' });
  expect(await waiting()).toMatchObject([
    { id, shopName: '巷口茶铺', applicant: '何店长', source: RowSource.merchant },
  ]);
  expect((await app.call('', accountApi.list, {}, keeper.headers)).data).toEqual([]);
  expect(await review(id, { audit: Review.passed })).toEqual({ ok: 1, fail: [] });
  const role = toRoleKey({ kind: RoleKind.shop, id });
  expect((await keeper.info()).data).toMatchObject({ mine: { audit: Review.passed }, role });
  expect((await app.call('', accountApi.list, {}, keeper.headers)).data).toMatchObject([{ role, firmId }]);
  expect(await offer({ agentId })).toMatchObject({ applied: 1 });
});

test('rejected he reads why, corrects and sends it again: the same shop', async () => {
  const keeper = await open();
  const { id } = (await keeper.apply()).data;
  expect(await keeper.apply()).toMatchObject({ code: 61174 });
  await review(id, { audit: Review.rejected, remark: '门头照片模糊' });
  expect((await keeper.info()).data).toMatchObject({ mine: { audit: Review.rejected, auditRemark: '门头照片模糊' } });
  expect((await keeper.apply({ name: '巷口新茶铺' })).data).toEqual({ id });
  expect((await keeper.info()).data.mine).toMatchObject({ name: '巷口新茶铺', audit: Review.waiting, auditRemark: '' });
  const links = await app.db
    .selectFrom('shopAss')
    .where('shopId', '=', id)
    .where('unbindAt', 'is', null)
    .select('targetId')
    .execute();
  expect(links).toEqual([{ targetId: agentId }]);
  await review(id, { audit: Review.passed });
  expect(await keeper.apply()).toMatchObject({ code: 61174 });
});

test('by the firm’s own link it has no dealer: it is passed with one, and not without', async () => {
  const keeper = await open(codeOf(await offer()));
  const { id } = (await keeper.apply()).data;
  expect(await waiting()).toMatchObject([{ id, agentName: '' }]);
  expect((await review(id, { audit: Review.passed })).fail).toMatchObject([{ id, message: expect.any(String) }]);
  const foreign = await makeAgent(app, await makeFirm(app));
  expect((await review(id, { audit: Review.passed, agentId: foreign })).ok).toBe(0);
  await review(id, { audit: Review.rejected, remark: '请补充' });
  expect((await keeper.apply()).data).toEqual({ id });
  expect(await review(id, { audit: Review.passed, agentId })).toEqual({ ok: 1, fail: [] });
  expect((await keeper.info()).data.role).toBe(toRoleKey({ kind: RoleKind.shop, id }));
});

test('is refused with what is wrong with it', async () => {
  const keeper = await open();
  const other = await open();
  expect(await keeper.apply({ licenseNo: '91330100' })).toMatchObject({ message: '统一社会信用代码格式不正确' });
  expect(await keeper.apply({ doorImage: '' })).toMatchObject({ message: '请上传门头照片' });
  expect(await keeper.apply({ phone: '12' })).toMatchObject({ message: '手机号格式不正确' });
  const foreign = await other.upload();
  expect(await keeper.apply({ doorImage: foreign.data.url })).toMatchObject({ code: 61161 });
  const taken = nextPhone();
  await app.db
    .updateTable('shop')
    .set({ phone: taken })
    .where('id', '=', await makeShop(app, firmId, agentId))
    .execute();
  expect(await keeper.apply({ phone: taken })).toMatchObject({ code: 400, message: '手机号已被使用' });
  // A firm is never chosen, only named by the link.
  const theirs = await makeFirm(app);
  const { id } = (await keeper.apply({ firmId: theirs, agentId: 1 })).data;
  const shop = await app.db.selectFrom('shop').where('id', '=', id).select('firmId').executeTakeFirstOrThrow();
  expect(shop.firmId).toBe(firmId);
  const signedOut = await app.call('', shopJoinApi.apply, { ...words(), code } as never, elsewhere());
  expect(signedOut.code).toBe(400);
  const draft = { ...words(), doorImage: '/a.png', licenseImage: '/b.png', code };
  expect((await app.call('', shopJoinApi.apply, draft as never, elsewhere())).code).toBe(401);
});

test('a link that was replaced, of a stopped dealer or of a disabled firm takes nobody in; who applied still sees how it stands', async () => {
  const keeper = await open();
  const { id } = (await keeper.apply()).data;
  const late = await open();
  const next = codeOf(await app.data(staff, shopInviteApi.renew, { agentId } as never));
  expect(next).not.toBe(code);
  expect(codeOf(await offer({ agentId }))).toBe(next);
  expect((await app.call('', shopJoinApi.begin, { code }, elsewhere())).code).toBe(61175);
  expect((await late.info()).code).toBe(61175);
  expect((await late.apply()).code).toBe(61175);
  expect((await keeper.info()).data.mine).toMatchObject({ audit: Review.waiting });
  await review(id, { audit: Review.rejected, remark: '请补充' });
  expect((await keeper.apply()).data).toEqual({ id });
  await app.db.updateTable('agent').set({ status: Enabled.off }).where('id', '=', agentId).execute();
  expect((await app.call('', shopJoinApi.info, { code: next }, elsewhere())).code).toBe(61175);
  expect((await app.call(staff, shopInviteApi.offer, { agentId } as never)).code).toBe(400);
  const own = codeOf(await offer());
  await app.db.updateTable('firm').set({ status: Enabled.off }).where('id', '=', firmId).execute();
  expect((await app.call('', shopJoinApi.info, { code: own }, elsewhere())).code).toBe(61175);
  expect((await app.call('', shopJoinApi.info, { code: 'no-such-code' }, elsewhere())).code).toBe(61175);
});

test('two calls at once, or a doubled one, make one shop', async () => {
  const keeper = await open();
  const answers = await Promise.all([keeper.apply(), keeper.apply(), keeper.apply()]);
  expect(answers.map((answer) => answer.code).toSorted()).toEqual([200, 61174, 61174]);
  const again = await open();
  const [door, paper] = [await again.upload(), await again.upload()];
  const draft = { ...words(), doorImage: door.data.url, licenseImage: paper.data.url, code, idemKey: randomUUID() };
  const send = () => app.call('', shopJoinApi.apply, draft as never, again.headers);
  const doubled = await Promise.all([send(), send()]);
  expect(doubled.map((answer) => answer.code)).toEqual([200, 200]);
  expect(new Set(doubled.map(({ data }) => data.id)).size).toBe(1);
  expect(await waiting()).toHaveLength(2);
});

test('an address brings five in a day, however many come at once, and a firm’s shop no second one', async () => {
  const from = elsewhere();
  const crowd = await Promise.all(Array.from({ length: 7 }, () => open(code, from)));
  const answers = await Promise.all(crowd.map((keeper) => keeper.apply()));
  expect(answers.map((answer) => answer.code).toSorted()).toEqual([200, 200, 200, 200, 200, 61176, 61176]);
  const shopId = await makeShop(app, firmId, agentId);
  const bound = await bindPerson(app, { firmId, kind: RoleKind.shop, id: shopId });
  expect((await app.call('', shopJoinApi.info, { code }, bound.headers)).data.role).toBe(`shop-${shopId}`);
  const draft = { ...words(), doorImage: '/a.png', licenseImage: '/b.png', code };
  expect((await app.call('', shopJoinApi.apply, draft as never, { ...elsewhere(), ...bound.headers })).code).toBe(
    61144,
  );
});

test('a shop that the firm deleted may be put forward anew', async () => {
  const keeper = await open();
  const { id } = (await keeper.apply()).data;
  await app.data(staff, shopApi.remove, { id });
  expect((await keeper.info()).data.mine).toBeNull();
  const again = (await keeper.apply()).data;
  expect(again.id).not.toBe(id);
  await review(again.id, { audit: Review.passed });
  expect((await keeper.info()).data.role).toBe(`shop-${again.id}`);
});
