import type { Locator, Page } from '@playwright/test';
import { expect } from '../world.ts';
import type { Value } from './spec.ts';

/** The form that is open: a drawer beside the list, or a page of its own. */
export const openForm = (page: Page): Locator => page.locator('.zy-drawer:visible, .zy-form-page:visible');

const fieldOf = (form: Locator, label: string): Locator =>
  form.locator('.zy-field').filter({ has: form.page().locator(`label[title="${label}"]`) });

const pickOption = async (field: Locator, option: string): Promise<void> => {
  const page = field.page();
  const box = field.getByRole('combobox').first();
  await box.click();
  if (await box.isEditable()) await box.fill(option);
  const list = page.locator('.ant-select-dropdown:visible');
  await list
    .locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper, .ant-cascader-menu-item')
    .filter({ hasText: option })
    .first()
    .click();
  // A list of several choices stays open until one leaves it, and takes the focus back a moment after a choice.
  await expect(async () => {
    await box.focus();
    await box.blur();
    await expect(list).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(field.locator('.ant-select').first()).toContainText(option);
};

const pickPicture = async (field: Locator): Promise<void> => {
  const page = field.page();
  await field.getByRole('button', { name: '选择图片' }).click();
  const library = page.getByRole('dialog', { name: '选择图片' });
  await library.locator('.zy-tile button[aria-pressed]').first().click();
  await library.getByRole('button', { name: '使用选中图片' }).click();
  await expect(field.getByRole('figure').first()).toBeVisible();
};

/** Puts a value into a field of the form as a person does. */
export const put = async (form: Locator, label: string, value: Value): Promise<void> => {
  const field = fieldOf(form, label);
  if (typeof value === 'string') await field.locator('input, textarea').first().fill(value);
  else if ('option' in value) await pickOption(field, value.option);
  else if ('tick' in value) await field.getByText(value.tick, { exact: true }).click();
  else await pickPicture(field);
};

/** What a field refuses, as it stands beside it; what it refused before may still be leaving. */
export const refusalOf = (form: Locator, label: string): Locator =>
  fieldOf(form, label).locator('.ant-form-item-explain-error:not(.ant-form-show-help-item-leave)');
