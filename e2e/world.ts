import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { watch } from './watch.ts';

export const adminPassword = 'e2e-password';

/** The product's own database, for what only a person's eyes could read (the answer of a captcha picture) and for rows by the thousand. */
const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> => {
  const { password, port } = JSON.parse(readFileSync(join(process.env.E2E_DATA!, 'postgres.json'), 'utf8')) as {
    password: string;
    port: number;
  };
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'zhuiyuan', password, database: 'zhuiyuan' });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** Reads a captcha picture as a person would. */
export const readCaptcha = async (key: string): Promise<string> => {
  const [row] = await query<{ answer: string }>('select answer from captcha where key = $1', [key]);
  if (!row) throw new Error('no such captcha');
  return row.answer;
};

/** A firm with dealers by the thousand, whose names come after those of all others; `dealer` is the last of them. */
export const makeManyDealers = async (count: number): Promise<{ firmId: number; dealer: string; dealerNo: string }> => {
  const [firm] = await query<{ id: number }>(
    `insert into firm (name, firm_no, credit_code, audit) values ('龘大商贸', 'FMANY', '91330100MANYMANY0X', 1) returning id`,
    [],
  );
  const firmId = Number(firm!.id);
  await query(
    `insert into agent (firm_id, agent_no, name, agent_type, pid, path)
     select $1, 'MANY-' || n, '龘商行' || lpad(n::text, 5, '0'), $2, 0, '/' from generate_series(1, $3) n`,
    [firmId, AgentType.general, count],
  );
  return { firmId, dealer: `龘商行${String(count).padStart(5, '0')}`, dealerNo: `MANY-${count}` };
};

/** Says of what happened to the codes of a segment so far that it was a day earlier: what is told afterwards must not come before it. */
export const ageCodes = async (seg: number): Promise<void> => {
  await query(`update segment set created_at = created_at - interval '1 day' where seg = $1`, [seg]);
  await query(`update code_op_item set at = at - interval '1 day' where seg = $1`, [seg]);
};

/** Says of an activity's periods of seeds that they ended two days earlier: what is shown a day after the end is shown now. */
export const ageEpochs = async (activityId: number): Promise<void> => {
  await query(`update seed_epoch set closed_at = closed_at - interval '2 days' where activity_id = $1`, [activityId]);
};

/** Asks queues of jobs for what their clock would send within a minute, unless it waits there or is under way. */
export const hurry = async (...queues: string[]): Promise<void> => {
  await query(
    `insert into pgboss.job (name, data, retry_limit, expire_in)
     select queue.name, '{}', 0, make_interval(secs => 600) from unnest($1::text[]) queue (name)
     where not exists (select from pgboss.job j where j.name = queue.name and j.state in ('created', 'active'))`,
    [queues],
  );
};

/** Rewards a shop for a task of the month before; fen. */
export const rewardShop = async ({
  firmId,
  shopId,
  amount,
}: {
  firmId: number;
  shopId: number;
  amount: number;
}): Promise<void> => {
  await query(
    `insert into shop_reward (firm_id, shop_id, kind, amount, ref_kind, ref_id, remark, created_at)
     values ($1, $2, 3, $3, 'journey', $2, '陈列达标', date_trunc('month', now()) - interval '5 days')`,
    [firmId, shopId, amount],
  );
};

/** Takes the firm of {@link makeManyDealers} out of the sight of other journeys. */
export const removeManyDealers = async (firmId: number): Promise<void> => {
  for (const table of ['agent', 'salesman']) await query(`update ${table} set is_del = 1 where firm_id = $1`, [firmId]);
  await query('update firm set is_del = 1 where id = $1', [firmId]);
};

/** Types account, password and the captcha that the sign-in page shows, presses 登录, and waits for the answer. */
export const typeSignIn = async (
  page: Page,
  account: string,
  password: string,
  { captcha }: { captcha?: string } = {},
): Promise<void> => {
  const picture = page.getByRole('button', { name: '换一张验证码' }).locator('img');
  await expect(picture).toBeVisible();
  const fetched = page.waitForResponse((response) => response.url().includes('/validate/code/get'));
  await page.getByRole('button', { name: '换一张验证码' }).click();
  const { data } = (await (await fetched).json()) as { data: { key: string; code: string } };
  await expect(picture).toHaveAttribute('src', data.code);
  await page.getByLabel('用户名').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('textbox', { name: '验证码' }).fill(captcha ?? (await readCaptcha(data.key)));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  // Either the page goes on, or it shows the next captcha.
  await expect
    .poll(() => picture.getAttribute('src', { timeout: 500 }).catch(() => undefined), { timeout: 15_000 })
    .not.toBe(data.code);
};

/** Opens a select by its label with the keyboard, types what it can search for, and takes the option. */
export const choose = async (
  within: Page | Locator,
  label: string | RegExp,
  option: string | RegExp,
): Promise<void> => {
  const page = 'page' in within ? within.page() : within;
  const field = within.getByRole('combobox', { name: label }).first();
  // A list that is still opening may move under the click.
  const item = page
    .locator('.ant-select-dropdown:visible:not([class*="-enter"]):not([class*="-appear"]) .ant-select-item-option')
    .filter({ hasText: option })
    .first();
  const select = field.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " ant-select ")][1]');
  // Chosen means shown: what follows may build on it. A list that was fetched anew under the click is opened again, as a person does.
  await expect(async () => {
    await field.focus();
    if ((await field.getAttribute('aria-expanded')) !== 'true') await field.press('ArrowDown');
    if (typeof option === 'string' && (await field.isEditable())) await field.fill(option);
    await item.click();
    await expect(select).toContainText(option, { timeout: 5000 });
  }).toPass();
  // A list still closing is in the way of what comes next; one of several choices stays open on purpose.
  const stays = await select.evaluate((element) => element.classList.contains('ant-select-multiple'));
  if (!stays) await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
};

/** A token, got through the same calls as the sign-in page makes. */
export const signInByCall = async (
  request: APIRequestContext,
  account = 'admin',
  password = adminPassword,
): Promise<string> => {
  const { data: captcha } = (await (
    await request.get(`${process.env.E2E_URL}/api/admin/validate/code/get`)
  ).json()) as { data: { key: string } };
  const answer = await request.post(`${process.env.E2E_URL}/api/admin/login`, {
    data: { account, pwd: password, key: captcha.key, code: await readCaptcha(captcha.key) },
  });
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: { token: string } };
  if (code !== 200) throw new Error(`${account} cannot sign in: ${message}`);
  return data.token;
};

/** Signs a new member of staff in and changes the password somebody else set, as the console asks for at first. */
export const enterFirstTime = async (
  request: APIRequestContext,
  account: string,
  { given, own }: { given: string; own: string },
): Promise<string> => {
  const token = await signInByCall(request, account, given);
  const draft = { oldPassword: given, password: own, confirmPassword: own };
  const { code, message } = await callAs(request, token, 'POST', '/admin/login/update/password', draft);
  if (code !== 200) throw new Error(`${account} cannot change the password: ${message}`);
  return token;
};

/** Makes the context's pages signed in. */
export const useToken = (context: BrowserContext, token: string): Promise<void> =>
  context.addCookies([{ name: 'Authori-zation', value: token, url: process.env.E2E_URL! }]);

/**
 * Opens a page again until it shows what the server does in its own time. Each look may take twice as long as the one before,
 * two minutes in all: a machine that needs seconds for a page would else never see it.
 */
export const untilShown = async (
  open: () => Promise<unknown>,
  look: (timeout: number) => Promise<void>,
): Promise<void> => {
  for (let timeout = 2000; ; timeout *= 2) {
    await open();
    const failure = await look(timeout).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!failure) return;
    if (timeout > 60_000) throw failure;
  }
};

/** One call with a token; answers the envelope. */
export const callAs = async <T>(
  request: APIRequestContext,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, unknown> = {},
): Promise<{ code: number; message: string; data: T }> => {
  const url = `${process.env.E2E_URL}/api${path}`;
  const headers = { 'Authori-zation': token };
  const answer =
    method === 'GET'
      ? await request.get(url, {
          headers,
          params: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
        })
      : await request.post(url, { headers, data: input });
  return (await answer.json()) as { code: number; message: string; data: T };
};

let serial = 0;
/** A name no other journey uses. */
export const ownName = (what: string): string => `${what}${Date.now().toString(36).slice(-4)}${(serial += 1)}`;

interface Fixtures {
  /** Signed in as the super administrator; no console error and no failed call may happen on it. */
  adminPage: Page;
}

/** What the page says at its end: refusals, questions and results. */
const alertsOf = (page: Page): Promise<string[]> =>
  page.locator('.ant-message-notice, [role="alert"], [role="dialog"]').allInnerTexts();

let adminToken: string | undefined;

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env.E2E_URL!),
  adminPage: async ({ page, context, request }, use, info) => {
    adminToken ??= await signInByCall(request);
    await useToken(context, adminToken);
    const { problems, calls } = watch(page);
    await use(page);
    if (info.status !== info.expectedStatus)
      console.log([`${info.title}, at ${page.url()}:`, ...calls(), ...(await alertsOf(page))].join('\n'));
    expect(problems).toEqual([]);
  },
});
export { expect };

/** The calls of an administrator. */
export const consoleOf = async (request: APIRequestContext) => {
  const token = await signInByCall(request);
  const answer = async <T>(method: 'GET' | 'POST', path: string, input: Record<string, unknown>) => {
    const { code, message, data } = await callAs<T>(request, token, method, `/admin/identity/${path}`, input);
    if (code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  };
  return {
    get: <T>(path: string, input: Record<string, unknown> = {}) => answer<T>('GET', path, input),
    post: <T>(path: string, input: Record<string, unknown>) => answer<T>('POST', path, input),
  };
};
export type Console = Awaited<ReturnType<typeof consoleOf>>;

/** A lot of a product that no other journey takes for its codes, or recalls. */
export const ownLot = async ({ post }: Pick<Console, 'post'>, productId: number) => {
  const lotNo = ownName('LJ').toUpperCase();
  const { id } = await post<{ id: number }>('lot/save', { productId, lotNo, produceDate: '2026-11-01' });
  return { id, lotNo };
};

/** A hand scanner on the page itself: each code as fast as keys go down, then Enter. */
export const scan = async (page: Page, ...codes: string[]): Promise<void> => {
  for (const code of codes) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
};
