import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { call } from './call.ts';
import { readToken, removeLogin, removeToken, writeLogin, writeToken } from './cookies.ts';
import { answerRenewal, isPasswordAsked, offerRenewal } from './renew-session.ts';

const list = {
  method: 'GET',
  path: '/admin/x/list',
  may: 'signed-in',
  input: z.object({}),
  data: z.string(),
  title: '',
} as const;
const save = { ...list, method: 'POST', path: '/admin/x/save' } as const;

let asked: { path: string; token: string }[];
let known: string;
let stop: () => void;

const signIn = (token: string, id = 7) => {
  writeToken(token);
  writeLogin({ id, account: 'zhang.san', realName: '张三' });
};

beforeEach(() => {
  asked = [];
  known = 'new';
  signIn('old');
  stop = offerRenewal(7);
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers['Authori-zation'] ?? '';
    asked.push({ path: address.split('?')[0]!, token });
    return Response.json(
      token === known ? { code: 200, message: 'ok', data: token } : { code: 401, message: '登录已过期', data: null },
    );
  });
});
afterEach(() => {
  stop();
  answerRenewal(false);
  removeToken();
  removeLogin();
  vi.unstubAllGlobals();
});

const untilAsked = async (count: number) => {
  await expect.poll(() => [isPasswordAsked.get(), asked.length]).toEqual([true, count]);
};
const tokensOf = (path: string) => asked.filter((each) => each.path === path).map(({ token }) => token);

it('asks once for calls that fail meanwhile, and makes each of them again once', async () => {
  let questions = 0;
  const unfollow = isPasswordAsked.subscribe(() => (questions += isPasswordAsked.get() ? 1 : 0));
  const read = call(list, {}, { quiet: true });
  const written = call(save, {}, { quiet: true });
  await untilAsked(2);
  signIn('new');
  answerRenewal(true);
  expect(await Promise.all([read, written])).toEqual(['new', 'new']);
  expect(tokensOf('/api/admin/x/list')).toEqual(['old', 'new']);
  expect(tokensOf('/api/admin/x/save')).toEqual(['old', 'new']);
  expect(questions).toBe(1);
  unfollow();
});

it('asks nothing where another window has signed the person in', async () => {
  const answered = call(list, {}, { quiet: true });
  signIn('new');
  expect(await answered).toBe('new');
  expect(isPasswordAsked.get()).toBe(false);
});

it('makes no call as somebody else who signed in in another window', async () => {
  const answered = call(save, {}, { quiet: true }).catch((error: unknown) => error);
  signIn('new', 8);
  await untilAsked(1);
  answerRenewal(false);
  expect(await answered).toMatchObject({ code: 401, isShown: true });
  expect(tokensOf('/api/admin/x/save')).toEqual(['old']);
});

it('makes a call again once only, and asks nobody to sign out', async () => {
  known = 'another';
  const answered = call(save, {}, { quiet: true }).catch((error: unknown) => error);
  await untilAsked(1);
  signIn('new');
  answerRenewal(true);
  expect(await answered).toMatchObject({ code: 401 });
  expect(tokensOf('/api/admin/x/save')).toEqual(['old', 'new']);
  await expect(call(list, {}, { quiet: true, isLast: true })).rejects.toMatchObject({ code: 401 });
  expect(isPasswordAsked.get()).toBe(false);
});

it('leads to the sign-in where no page is in use yet', async () => {
  stop();
  await expect(call(list, {}, { quiet: true })).rejects.toMatchObject({ code: 401 });
  expect(isPasswordAsked.get()).toBe(false);
  expect(readToken()).toBe('old');
});
