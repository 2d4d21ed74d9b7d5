import { expect, test } from 'vitest';
import { FirmDraft } from '../parties/firm/firm-draft.ts';
import { ProductDraft } from '../trace/product/product-draft.ts';

const said = (schema: typeof FirmDraft | typeof ProductDraft, field: string, value: string): string | undefined =>
  schema.safeParse({ [field]: value }).error?.issues.find(({ path }) => path[0] === field)?.message;

test('a number of the wrong length is told how many places are right, one of the right length only that it is wrong', () => {
  expect(said(FirmDraft, 'creditCode', '913')).toBe('统一社会信用代码不正确，应为18位，现在3位');
  expect(said(FirmDraft, 'creditCode', '91330100MA0000000X')).toBe('统一社会信用代码不正确');
  expect(said(FirmDraft, 'gln', '690123456789')).toBe('GLN校验位不正确，应为13位，现在12位');
  expect(said(FirmDraft, 'gln', '6901234567890')).toBe('GLN校验位不正确');
  expect(said(ProductDraft, 'gtin', '690123')).toBe('商品条码校验位不正确，应为8、12、13、14位，现在6位');
  expect(said(ProductDraft, 'gtin', '6901234567890')).toBe('商品条码校验位不正确');
  expect(said(ProductDraft, 'gtin', '')).toBeUndefined();
});
