import { adminApi, type AdminRow } from '@zhuiyuan/contract/access/admin';
import { afterEach, expect, it } from 'vitest';
import { answer, byText, clear, click, render, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { AdminForm, useAdminCrud } from './admin-form.tsx';

const refusal = '系统繁忙，请稍后再试';

afterEach(async () => {
  await clear();
  session.set(undefined);
});

const Opened = () => {
  const { draft } = useAdminCrud();
  return (
    <>
      <button type="button" onClick={() => draft.open({ id: 9 } as AdminRow)}>
        打开
      </button>
      <AdminForm draft={draft} roles={[]} />
    </>
  );
};

it('says why an administrator did not load in the form, and nowhere else', async () => {
  session.set({ permissions: new Set(['*:*:*']), admin: { id: 1, firmId: 3 } } as unknown as Session);
  answer(({ pathname }) =>
    pathname.endsWith(adminApi.info.path) ? { code: 500, message: refusal, data: null } : { data: [] },
  );
  await render(<Opened />);
  await click(byText('打开'));
  await until(() => document.querySelector('[role="alert"]') !== null);
  expect(document.body.textContent.split(refusal)).toHaveLength(2);
});
