import { describe, expect, it } from 'vitest';
import { FirmDraft } from '../../parties/firm/firm-draft.ts';
import { LotDraft } from '../lot/lot.ts';
import { ProductDraft } from './product-draft.ts';

const texts = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries(result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);

describe('rules between fields', () => {
  it('speak while other fields are still missing', () => {
    expect(texts(ProductDraft.safeParse({ gtin: '6901234567893' }))).toMatchObject({
      storeName: '请输入产品名称',
      gtin: '商品条码校验位不正确',
    });
    expect(texts(LotDraft.safeParse({ produceDate: '2026-01-02', expireDate: '2026-01-02' }))).toMatchObject({
      lotNo: '请输入批号',
      expireDate: '有效期至应晚于生产日期',
    });
    expect(texts(FirmDraft.safeParse({ validFrom: '2026-01-02', validTo: '2026-01-01' }))).toMatchObject({
      name: '请输入企业名称',
      validTo: '结束日期不能早于开始日期',
    });
  });

  it('are silent without the fields they speak of', () => {
    expect(texts(ProductDraft.safeParse({}))).not.toHaveProperty('gtin');
    expect(texts(ProductDraft.safeParse({ gtinKind: 2, gtin: '1' }))).not.toHaveProperty('gtin');
    expect(texts(LotDraft.safeParse({ expireDate: '2026-01-02' }))).not.toHaveProperty('expireDate');
    expect(texts(FirmDraft.safeParse({ validTo: '2026-01-01' }))).not.toHaveProperty('validTo');
  });
});
