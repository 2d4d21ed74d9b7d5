import { LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { call } from './call.ts';

const save = {
  method: 'POST',
  path: '/admin/x/save',
  may: 'signed-in',
  input: z.object({ name: z.string() }),
  data: z.null(),
  title: '',
  log: LogKind.insert,
} as const;
const update = { ...save, path: '/admin/x/update', log: LogKind.update } as const;

let keys: (string | undefined)[];
let answers: (() => Response)[];

const ok = () => Response.json({ code: 200, message: 'ok', data: null });
const refused = (code: number) => () => Response.json({ code, message: '不行', data: null });
const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  keys = [];
  answers = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key']);
    return (answers.shift() ?? ok)();
  });
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string, key?: string) => call(save, { name }, { quiet: true, key }).catch(() => undefined);

it('names a call by its content until it was answered', async () => {
  answers = [lost, refused(500), ok];
  await press('茶');
  await press('茶');
  await press('茶');
  await press('茶');
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

it('gives two presses at the same moment one name, and another content or a refused one another', async () => {
  await Promise.all([press('茶'), press('茶'), press('酒')]);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  answers = [refused(400)];
  await press('米');
  await press('米');
  expect(keys[4]).not.toBe(keys[3]);
});

it('takes the name of a form, and names no call that makes nothing', async () => {
  await press('茶', 'form-key-1');
  await call(update, { name: '茶' }, { quiet: true });
  expect(keys).toEqual(['form-key-1', undefined]);
});
