import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import { mouldApi } from '@zhuiyuan/contract/codes/label/mould';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, byText, clear, click, render, sized, type, until } from '../../../../test/render.tsx';
import { session, type Session } from '../../../lib/session.ts';
import { MouldEditor } from './mould-editor.tsx';

let saved: unknown[];
beforeEach(async () => {
  sized();
  saved = [];
  answer((url) => {
    if (url.pathname.endsWith(mouldApi.save.path)) saved.push(url.href);
    return { data: url.pathname.endsWith(mouldApi.values.path) ? sampleValues : [] };
  });
  session.set({
    permissions: new Set([String(mouldApi.save.may)]),
    admin: { id: 1, firmId: null },
  } as unknown as Session);
  await render(<MouldEditor />, '/lottery/ai/markCode/mouldEdit');
  await until(() => byText('保存') !== undefined);
});
afterEach(clear);

it('says what is missing before anything is saved, and all of it when it is tried', async () => {
  expect(byText('还不能保存：请输入模板名称，请选择所属企业')).toBeDefined();
  await click(byText('保存'));
  await until(() => byText('请输入模板名称，请选择所属企业') !== undefined);
  expect(byText('请输入模板名称，请选择所属企业')).toBeDefined();
  expect(saved).toEqual([]);
  expect(
    document.querySelectorAll(
      '.ant-input-status-error, .ant-select-status-error, .ant-input-affix-wrapper-status-error',
    ),
  ).toHaveLength(2);
  await type(document.querySelector<HTMLInputElement>('[aria-label="模板名称"]')!, '旅标');
  expect(byText('还不能保存：请选择所属企业')).toBeDefined();
});
