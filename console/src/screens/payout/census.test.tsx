import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { censusApi } from '@zhuiyuan/contract/payout/census';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { address, answer, clear, click, render, type, until } from '../../../test/render.tsx';
import '../../app/class-lists.ts';
import { session, type Session } from '../../lib/session.ts';
import { dropClassLists, loadClassLists } from '../../lib/use-class-list.ts';
import { Census } from './census.tsx';

const screen = '/lottery/assets/redBag/census';
const ways = [firmApi.listAll, poolApi.listAll, activityApi.listAll];
const rows: Record<string, object[]> = {
  [firmApi.listAll.path]: [
    { id: 1, name: '青岚茶业' },
    { id: 2, name: '云岭食品' },
  ],
  [poolApi.listAll.path]: [
    { id: 11, firmId: 1, name: '青岚资金池' },
    { id: 12, firmId: 2, name: '云岭资金池' },
  ],
  [activityApi.listAll.path]: [
    { id: 21, firmId: 1, name: '青岚抽奖' },
    { id: 22, firmId: 2, name: '云岭抽奖' },
  ],
};

const serve = () =>
  answer(({ pathname }) => {
    const path = pathname.replace('/api', '');
    return { data: rows[path] ?? (path === censusApi.summary.path ? { count: 0, amount: 0 } : []) };
  });
const summaries = (asked: readonly URL[]) =>
  asked
    .filter(({ pathname }) => pathname.endsWith(censusApi.summary.path))
    .map(({ searchParams }) => Object.fromEntries([...searchParams].filter(([name]) => name !== 'temp')));

const choice = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!;
const offered = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
/** Opens a choice by typing into it, and answers what it offers. */
const open = async (label: string, words: string) => {
  await act(async () => choice(label).focus());
  await type(choice(label), words);
  await until(() => offered().length > 0);
  return offered().map(({ textContent }) => textContent);
};

beforeEach(async () => {
  dropClassLists();
  session.set({
    permissions: new Set([String(censusApi.summary.may), 'admin:lottery:redBag:list', 'admin:lottery:active:list']),
    admin: { id: 1, firmId: null },
  } as unknown as Session);
});
afterEach(async () => {
  await clear();
  session.set(undefined);
  dropClassLists();
});

it(
  'begins with the filters of its address, and offers pools and activities of that firm alone',
  { timeout: 60_000 },
  async () => {
    const asked = serve();
    await loadClassLists((endpoint) => ways.some(({ path }) => path === endpoint.path));
    await render(<Census />, `${screen}?firmId=2&poolId=12&dateLimit=lately7&activityId=x`);
    await until(() => summaries(asked).length > 0);
    expect(summaries(asked)[0]).toEqual({ firmId: '2', poolId: '12', dateLimit: 'lately7' });
    expect(await open('活动', '抽奖')).toEqual(['云岭抽奖']);
    await click(offered()[0]);
    expect(address()).toContain('activityId=22');
    await until(() => summaries(asked).at(-1)?.['activityId'] === '22');
    expect(summaries(asked).at(-1)).toEqual({ firmId: '2', poolId: '12', activityId: '22', dateLimit: 'lately7' });
  },
);

it('leaves the rows of another firm behind with it', { timeout: 60_000 }, async () => {
  serve();
  await loadClassLists((endpoint) => ways.some(({ path }) => path === endpoint.path));
  await render(<Census />, `${screen}?firmId=2&poolId=12&activityId=22`);
  expect(await open('企业', '青岚')).toEqual(['青岚茶业']);
  await click(offered()[0]);
  expect(address()).toBe(`${screen}?firmId=1`);
});
