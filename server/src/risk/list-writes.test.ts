import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { BanKind, BanScope, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { BanDraft, RiskRuleDraft } from '@zhuiyuan/contract/risk/risk-rule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { makeRiskFirm } from '../../test/factories/risk.ts';
import { emit } from '../kit/db/events.ts';
import { banByRule, countRefused, findBans } from './bans.ts';
import { changeRule, listSomebody, unlist } from './list-writes.ts';

let app: TestApp;
let firm: Awaited<ReturnType<typeof makeRiskFirm>>;
beforeAll(async () => {
  app = await openTestApp();
  firm = await makeRiskFirm(app);
});
afterAll(() => app.close());

const ruleOf = async (code: string, firmId = firm.firmId) =>
  app.db
    .selectFrom('riskRule')
    .where('firmId', '=', firmId)
    .where('code', '=', code)
    .selectAll()
    .executeTakeFirstOrThrow();
const list = (draft: Partial<BanDraft>, firmId = firm.firmId) =>
  listSomebody(app.db, BanDraft.parse({ reason: '刷奖', ...draft }), { firmId, operatorId: null });
const stands = (more: { uid?: number; ip?: string; device?: string }) =>
  findBans(app.db, { firmId: firm.firmId, uid: more.uid, ip: more.ip ?? '203.0.113.250', device: more.device ?? '' });

test('a firm changes its own rule, from what it saw, and no other firm its', async () => {
  const rule = await ruleOf('R02');
  const draft = RiskRuleDraft.parse({ windowSec: 3600, threshold: 5, action: RiskAction.hold });
  const change = { id: rule.id, firmId: firm.firmId, version: 0, ...draft };
  expect(await changeRule(app.db, change)).toEqual({ id: rule.id, version: 1 });
  expect(await ruleOf('R02')).toMatchObject({
    windowSec: 3600,
    threshold: 5,
    action: RiskAction.hold,
    also: null,
    status: 0,
  });
  await expect(changeRule(app.db, change)).rejects.toMatchObject({ code: 409 });
  const other = await makeRiskFirm(app);
  await expect(changeRule(app.db, { ...change, firmId: other.firmId })).rejects.toMatchObject({ code: 404 });
  expect(await ruleOf('R02', other.firmId)).toMatchObject({ threshold: 20, action: RiskAction.block });
  await expect(changeRule(app.db, { ...change, version: 1, also: 3 })).rejects.toMatchObject({ code: 400 });
  const places = await ruleOf('R06');
  await expect(changeRule(app.db, { ...change, id: places.id })).rejects.toMatchObject({ code: 400 });
  // R12 counts no more than 2.
  const tools = await ruleOf('R12');
  const ofTools = { id: tools.id, firmId: firm.firmId, ...draft, threshold: 2 };
  await expect(changeRule(app.db, ofTools)).rejects.toMatchObject({ code: 400 });
  expect(await changeRule(app.db, { ...ofTools, threshold: 0 })).toMatchObject({ id: tools.id });
  expect(RiskRuleDraft.safeParse({ windowSec: 59, threshold: 5, action: RiskAction.hold }).success).toBe(false);
});

test('a new firm begins with every rule but the one about phone numbers', async () => {
  const firmId = await makeFirm(app);
  await emit(app.db, 'firm.created', { firmId });
  const rules = await app.db
    .selectFrom('riskRule')
    .where('firmId', '=', firmId)
    .orderBy('sort')
    .select(['code', 'status'])
    .execute();
  expect(rules.map(({ code }) => code).join(' ')).toBe('R01 R02 R03 R04 R05 R06 R07 R08 R09 R12');
  expect(rules.every(({ status }) => status === Enabled.on)).toBe(true);
});

test('who is put on the list by hand is known there by number, phone, address and network', async () => {
  expect(await stands({ uid: 7 })).toMatchObject({ isBanned: false, isUnpaid: false, isWhite: false });
  await list({ kind: BanKind.person, value: '7' });
  await list({ kind: BanKind.device, value: 'phone', scope: BanScope.payouts });
  await list({ kind: BanKind.address, value: '2001:db8:7:7::1', scope: BanScope.draws, days: 30 });
  await list({ kind: BanKind.network, value: '198.51.100.77/24', isWhite: true });
  expect(await stands({ uid: 7 })).toMatchObject({ isBanned: true, isUnpaid: false });
  expect(await stands({ uid: 77, device: 'phone' })).toMatchObject({ isBanned: false, isUnpaid: true });
  expect(await stands({ ip: '2001:db8:7:7::2' })).toMatchObject({ isBanned: true });
  expect(await stands({ ip: '2001:db8:7:8::2' })).toMatchObject({ isBanned: false });
  expect(await stands({ ip: '198.51.100.1' })).toMatchObject({ isWhite: true, isBanned: false });
  // A phone is no number, and a number no phone.
  expect(await stands({ device: '7' })).toMatchObject({ isBanned: false });
  await expect(list({ kind: BanKind.person, value: '7' })).rejects.toMatchObject({ code: 62343 });
  for (const [kind, value] of [
    // Behind an address stand others next month.
    [BanKind.address, '203.0.113.9'],
    [BanKind.address, '300.1.1.1'],
    [BanKind.address, '10.0.0.0/8'],
    [BanKind.network, '10.0.0.0'],
    [BanKind.network, '10.0.0.0/33'],
    [BanKind.person, '0'],
    [BanKind.person, 'x'],
    [BanKind.person, '1234567890123456'],
  ] as const)
    await expect(list({ kind, value })).rejects.toMatchObject({ code: 400 });
});

test('rules leave what was done by hand; hands replace what rules did, and what is over is replaced by either', async () => {
  const value = '8';
  const byRule = (hours = 24) =>
    banByRule(app.db, { firmId: firm.firmId, kind: BanKind.person, value, hours, reason: 'R02 单人抽奖过多' });
  const entry = async () => (await firm.listed()).find((row) => row.value === value && row.kind === BanKind.person)!;
  await byRule();
  await countRefused(app.db, { firmId: firm.firmId, uid: 8, ip: '203.0.113.250', device: '' });
  const first = await entry();
  expect(first).toMatchObject({ hitCount: 1, reason: 'R02 单人抽奖过多' });
  // Once more is no shorter time.
  await byRule(1);
  expect((await entry()).expireAt).toBe(first.expireAt);
  const id = await list({ kind: BanKind.person, value, isWhite: true, reason: '客服核实', days: 1 });
  await byRule();
  expect(await entry()).toMatchObject({ id, isWhite: true, reason: '客服核实', hitCount: 0 });
  await app.db.updateTable('blacklist').set({ expireAt: '2026-01-01 00:00:00' }).where('id', '=', id).execute();
  expect(await stands({ uid: 8 })).toMatchObject({ isWhite: false });
  await byRule();
  expect(await stands({ uid: 8 })).toMatchObject({ isBanned: true, isWhite: false });
  const other = await makeRiskFirm(app);
  expect(await unlist(app.db, other.firmId, [id])).toBe(0);
  expect(await unlist(app.db, firm.firmId, [id])).toBe(1);
  expect(await stands({ uid: 8 })).toMatchObject({ isBanned: false });
});
