import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { lookOf } from '@zhuiyuan/contract/kit/typed';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../test/factories/access.ts';
import { importFile } from '../../test/factories/jobs.ts';

let app: TestApp;
let token: string;
const permissions = [
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  ...['agent', 'channel'].flatMap((res) =>
    ['list', 'save', 'update', 'import'].map((act) => `admin:identity:${res}:${act}`),
  ),
];
beforeAll(async () => {
  ({ app, token } = await firmWorld(permissions, { work: true }));
});
afterAll(() => app.close());

const importAgents = async (file: string, more = {}) =>
  importFile(
    app,
    token,
    'agent',
    await readFile(new URL(`../../test/of-other-programs/${file}`, import.meta.url)),
    more,
  );
const told = (errors: { rowNo: number; errMsg: string }[]) => errors.map(({ rowNo, errMsg }) => [rowNo, errMsg]);

it('reads a mobile number as it is meant, however contacts and other programs write it', async () => {
  const { ok, errors } = await importAgents('phones.xlsx');
  expect({ ok, told: told(errors) }).toEqual({ ok: 11, told: [[11, '第11行：手机号格式不正确']] });
  const { list } = await app.data(token, agentApi.list, { limit: 100 });
  expect(list.map(({ phone }) => phone.slice(-4)).sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12].map((nth) => String(8000 + nth)),
  );
});

it('takes names that look alike for one, in a file and against what is there', async () => {
  const { errors } = await importAgents('names.xlsx');
  expect(told(errors).filter(([, text]) => String(text).includes('名称'))).toEqual([
    [5, '第5行：名称重复，与第4行相同'],
    [7, '第7行：名称重复，与第6行相同'],
    [9, '第9行：名称重复，与第8行相同'],
  ]);
  const again = await importAgents('names.xlsx', { again: true });
  expect(again.ok).toBe(0);
});

it('refuses a name that looks like another one of the firm, and no other firm’s', async () => {
  const save = (name: string, as = token) => app.call(as, channelApi.save, { name, channelType: 1 } as never);
  expect(await save('ＡＢＣ　渠道')).toMatchObject({ code: 200 });
  for (const twin of ['ABC 渠道', 'ABC\u00A0渠道', 'ＡＢＣ 渠道\u200B', 'ABC  渠道'])
    expect(await save(twin)).toMatchObject({ code: 400, message: '名称已存在' });
  expect(await save('abc 渠道')).toMatchObject({ code: 200 });
  const { token: other } = await makeFirmStaff(app, permissions);
  expect(await save('ABC 渠道', other)).toMatchObject({ code: 200 });
  const { list } = await app.data(token, channelApi.list, { name: 'ＡＢＣ' });
  expect(list.map(({ name }) => name)).toEqual(['ＡＢＣ　渠道']);
});

it('lets two look-alikes that come at once become one', async () => {
  const names = ['ＸＹＺ', 'XYZ', 'XYZ\u200B', ' ＸYZ ', 'X\u2060YZ'];
  const answers = await Promise.all(
    names.map((name) => app.call(token, channelApi.save, { name, channelType: 1 } as never)),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ message }) => message === '名称已存在')).toHaveLength(4);
});

it('compares in the database as on the pages', async () => {
  const texts = [
    'ＡＢＣ　商行',
    'ﬁn',
    '\u202D茶\u202C\u200B',
    'a\u00A0\u2003 b',
    '换行\r\n商行',
    '茶\u200D叶',
    '𠮷㐂䶮🍵',
    '①㎏',
  ];
  const { rows } = await sql<{ look: string }>`
    select look_of(text) as look from unnest(${texts}::text[]) with ordinality one(text, nth) order by nth`.execute(
    app.db,
  );
  expect(rows.map(({ look }) => look)).toEqual(texts.map(lookOf));
});
