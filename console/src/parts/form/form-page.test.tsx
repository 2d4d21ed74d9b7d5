import { text } from '@zhuiyuan/contract/kit/fields';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { byText, clear, click, render, settle, type, until } from '../../../test/render.tsx';
import { TextField } from './fields.tsx';
import { FormPage, FormSection } from './form-page.tsx';

const draft = {
  isOpen: true,
  isNew: true,
  schema: z.object({ name: text('名称'), spec: text('规格') }),
  initial: {},
  loadError: undefined,
  round: 1,
  isBusy: false,
  submit: async () => undefined,
  close: () => undefined,
  reload: () => undefined,
  refresh: () => undefined,
};
const errors = () => [...document.querySelectorAll('.ant-form-item-explain-error')].map((each) => each.textContent);
const field = (name: string) => document.querySelector<HTMLInputElement>(`[id$="_${name}"]`)!;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scroll = () => undefined;
  // Sections stand below each other as on a page.
  Element.prototype.getBoundingClientRect = function () {
    const at = [...document.querySelectorAll('.zy-form-section')].indexOf(this);
    return new DOMRect(0, 100 + at * 300, 1000, 280);
  };
});
afterEach(clear);

it('checks a step before it goes on to the next one, and no other step', async () => {
  const box = await render(
    <FormPage draft={draft} isStepped>
      <FormSection title="基本信息">
        <TextField name="name" label="名称" />
      </FormSection>
      <FormSection title="包装">
        <TextField name="spec" label="规格" />
      </FormSection>
    </FormPage>,
  );
  await settle(20);
  await click(byText('下一步', box)?.closest('button'));
  await settle(50);
  expect(errors()).toEqual(['请输入名称']);
  expect(document.activeElement).toBe(field('name'));
  await type(field('name'), '龙井');
  await click(byText('下一步', box)?.closest('button'));
  await until(() => errors().length === 0);
  expect(errors()).toEqual([]);
  expect(document.activeElement).toBe(field('spec'));
}, 60_000);

it('has the focus in its first field as soon as that is there', async () => {
  await render(
    <FormPage draft={draft}>
      <FormSection title="基本信息">
        <TextField name="name" label="名称" />
      </FormSection>
    </FormPage>,
  );
  await until(() => document.activeElement === field('name'));
  expect(document.activeElement).toBe(field('name'));
}, 60_000);
