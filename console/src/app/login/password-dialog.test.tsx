import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, byText, clear, click, press, render, type, until } from '../../../test/render.tsx';
import { readToken, removeLogin, removeToken } from '../../lib/cookies.ts';
import { answerRenewal, askForPassword, isPasswordAsked, offerRenewal, withSession } from '../../lib/renew-session.ts';
import { ApiError } from '../../lib/api-error.ts';
import { PasswordDialog } from './password-dialog.tsx';

const Asked = () => <PasswordDialog isOpen={isPasswordAsked.use()} account="zhang.san" />;

let sent: Record<string, unknown>[];
let captcha: string;
let stop: () => void;

beforeEach(() => {
  sent = [];
  captcha = '';
  stop = offerRenewal(7);
  answer(({ pathname }, body) => {
    if (pathname.endsWith('/validate/code/get')) return { data: { key: captcha && 'key-1', code: captcha } };
    if (!pathname.endsWith('/admin/login')) return { code: 403, data: null };
    sent.push(body);
    if (body.pwd !== 'right-one') return { code: 63003, message: '用户不存在或密码错误', data: null };
    return { data: { id: 7, account: 'zhang.san', realName: '张三', token: 'new', isSms: false } };
  });
});
afterEach(async () => {
  answerRenewal(false);
  stop();
  await clear();
  removeToken();
  removeLogin();
});

const field = (label: string) => document.querySelector<HTMLInputElement>(label)!;
const password = () => field('#renew-pwd');

/** A call that the server refuses until there is a token. */
const begin = async () => {
  const send = vi.fn<() => Promise<string>>(async () => {
    if (readToken() === 'new') return 'saved';
    throw new ApiError(401, '登录已过期');
  });
  const box = await render(<Asked />);
  const called = withSession(send).catch((error: unknown) => error);
  await until(() => Boolean(password()));
  return { called, send, box };
};

it('names the account, keeps the focus in the password, and goes on once it is right', async () => {
  const { called, send } = await begin();
  expect(document.querySelector('.password-dialog strong')?.textContent).toBe('zhang.san');
  await until(() => document.activeElement === password());
  expect(document.activeElement).toBe(password());
  await type(password(), 'wrong-one');
  await click(byText('继续')?.closest('button'));
  await until(() => Boolean(byText('用户不存在或密码错误')));
  expect(byText('用户不存在或密码错误')).toBeDefined();
  expect(send).toHaveBeenCalledTimes(1);
  await type(password(), 'right-one');
  await click(byText('继续')?.closest('button'));
  await until(() => !isPasswordAsked.get());
  expect(await called).toBe('saved');
  expect(sent.at(-1)).toMatchObject({ account: 'zhang.san', pwd: 'right-one' });
});

it('asks for the captcha where the sign-in does', async () => {
  captcha = 'data:image/png;base64,iVBORw0KGgo=';
  await begin();
  await until(() => Boolean(field('[aria-label="验证码"]')));
  await type(password(), 'right-one');
  await click(byText('继续')?.closest('button'));
  await until(() => Boolean(byText('请输入验证码')));
  expect(sent).toEqual([]);
  await type(field('[aria-label="验证码"]'), 'ab12');
  await click(byText('继续')?.closest('button'));
  await until(() => !isPasswordAsked.get());
  expect(sent).toEqual([{ account: 'zhang.san', pwd: 'right-one', code: 'ab12', key: 'key-1' }]);
});

it('leaves when it is given up, and may ask again', async () => {
  const { called, send } = await begin();
  await press(password(), 'Escape');
  await click(byText('换个账号登录')?.closest('button'));
  expect(await called).toMatchObject({ code: 401 });
  expect(send).toHaveBeenCalledTimes(1);
  void askForPassword();
  expect(isPasswordAsked.get()).toBe(true);
});
