import { blackApi, riskApi, type BanRow, type RiskRuleRow } from '@zhuiyuan/contract/consumer/black';
import { BanKind, BanScope, BanSource, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, byText, clear, click, render, sized, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { BlackEntries } from './entries.tsx';
import { Rules } from './rules.tsx';

const entry = {
  id: 1,
  firmId: 1,
  firmName: '青岚山茶业',
  kind: BanKind.person,
  target: '用户***176',
  consumerId: 176,
  scope: BanScope.all,
  reason: '刷奖',
  source: BanSource.hand,
  hitCount: 0,
  expireAt: null,
  state: 'live',
  createName: '宋词',
  createTime: '2026-11-20 10:00:00',
  updateTime: '2026-11-20 10:00:00',
} as unknown as BanRow;
const rule = {
  id: 2,
  firmId: 1,
  firmName: '青岚山茶业',
  code: 'R02',
  name: '单人抽奖过多',
  windowSec: 86_400,
  threshold: 20,
  also: null,
  action: RiskAction.block,
  trial: null,
  todayHits: 0,
  status: 1,
  version: 1,
} as unknown as RiskRuleRow;

const page = (row: object) => ({ data: { list: [row], total: 1, page: 1, limit: 20, totalPage: 1 } });
beforeEach(() => {
  sized();
  answer((url) =>
    url.pathname.endsWith(blackApi.list.path)
      ? page(entry)
      : url.pathname.endsWith(riskApi.rules.path)
        ? page(rule)
        : { data: [] },
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await clear();
});
const signIn = (firmId: number | null) =>
  session.set({
    permissions: new Set([blackApi.list, blackApi.term, blackApi.remove, riskApi.rules].map(({ may }) => String(may))),
    admin: { id: 1, firmId },
  } as unknown as Session);

it('asks about whom an entry is before its term is changed or it is removed', async () => {
  signIn(1);
  await render(<BlackEntries tabs={null} />);
  await until(() => byText('改期限') !== undefined);
  await click(byText('改期限'));
  await until(() => byText('改期限 用户***176') !== undefined);
  expect(byText('改期限 用户***176')).toBeDefined();
  await click(byText('移除'));
  await until(() => byText('移除后“用户***176”可正常参与活动，确定移除？') !== undefined);
  expect(byText('移除后“用户***176”可正常参与活动，确定移除？')).toBeDefined();
});

it('says on a phone whose a row is to staff of the platform, who see those of all firms', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  signIn(null);
  await render(<Rules tabs={null} />);
  await until(() => document.querySelector('.zy-card-facts') !== null);
  expect(document.querySelector('.zy-card-facts')!.textContent).toContain('青岚山茶业');
  expect(document.querySelector('.zy-card-facts')!.textContent).toContain('超过 20 次');
});

it('leaves the firm out for its own staff', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  signIn(1);
  await render(<Rules tabs={null} />);
  await until(() => document.querySelector('.zy-card-facts') !== null);
  expect(document.querySelector('.zy-card-facts')!.textContent).not.toContain('青岚山茶业');
});
