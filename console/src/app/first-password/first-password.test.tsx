import type { Admin } from '@zhuiyuan/contract/access/session';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, byText, clear, click, press, render, type, until } from '../../../test/render.tsx';
import { loadSession, session } from '../../lib/session.ts';
import { FirstPassword } from './first-password.tsx';

const admin = { id: 7, account: 'zhang.san', realName: '张三', roles: ['role_2'], permissionsList: [] as string[] };
const signedIn = (mustChangePassword: boolean) => ({ ...admin, mustChangePassword }) as Admin;

let sent: Record<string, unknown>[];
let refusal: { code: number; message: string; data: unknown } | undefined;

beforeEach(() => {
  sent = [];
  refusal = undefined;
  session.set({ admin: signedIn(true), roles: [], permissions: new Set(), menus: [], isLogin: false });
  answer(({ pathname }, body) => {
    if (pathname.endsWith('/getAdminInfoByToken')) return { data: signedIn(false) };
    if (pathname.endsWith('/getMenus')) return { data: [] };
    if (pathname.endsWith('/update/password')) {
      sent.push(body);
      return refusal ?? { data: null };
    }
    return { data: null };
  });
});
afterEach(clear);

const fields = (box: HTMLElement) => [...box.querySelectorAll<HTMLInputElement>('input[type="password"]')];
const fill = async (box: HTMLElement, values: string[]) => {
  for (const [at, input] of fields(box).entries()) await type(input, values[at] ?? '');
};
const mustChange = () => session.get()?.admin.mustChangePassword;

it('names the account, asks for the old password and twice for a new one, and goes on', async () => {
  const box = await render(<FirstPassword />);
  expect(box.textContent).toContain('zhang.san');
  expect(fields(box)).toHaveLength(3);
  expect(document.activeElement).toBe(fields(box)[0]);
  fields(box)[1]?.focus();
  await fill(box, ['given-one', 'my-own-one', 'my-own-one']);
  expect(document.activeElement).toBe(fields(box)[1]);
  await click(byText('保存并继续', box)?.closest('button'));
  await until(() => mustChange() === false);
  expect(sent).toEqual([{ oldPassword: 'given-one', password: 'my-own-one', confirmPassword: 'my-own-one' }]);
  expect(mustChange()).toBe(false);
});

it('is sent by the enter key, and says under the field what is wrong', async () => {
  const box = await render(<FirstPassword />);
  await fill(box, ['given-one', 'my own one', 'another-one']);
  await press(fields(box)[1]!, 'Enter');
  await until(() => Boolean(box.textContent?.includes('密码不能包含空格')));
  expect(box.textContent).toContain('密码不能包含空格');
  expect(sent).toEqual([]);

  const message = '新密码不能与原密码相同';
  refusal = { code: 400, message, data: { fields: [{ field: 'password', message }] } };
  await fill(box, ['given-one', 'given-one', 'given-one']);
  await press(fields(box)[2]!, 'Enter');
  await until(() => Boolean(box.textContent?.includes(message)));
  const errors = [...box.querySelectorAll('.ant-form-item-explain-error')].map(({ textContent }) => textContent);
  expect(errors).toContain(message);
  expect(mustChange()).toBe(true);
});

it('is reached though the server answers nothing else before', async () => {
  answer(({ pathname }) =>
    pathname.endsWith('/getAdminInfoByToken')
      ? { data: signedIn(true) }
      : { code: 63005, message: '当前密码由他人设置，请先修改成您自己的密码', data: null },
  );
  await loadSession();
  expect(mustChange()).toBe(true);
  expect(session.get()?.menus).toEqual([]);
});
