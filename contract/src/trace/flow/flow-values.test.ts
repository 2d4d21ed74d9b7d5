import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldType } from './flow-enums.ts';
import { FlowField, FlowFields, nextKey } from './flow-field.ts';
import { flowValues } from './flow-values.ts';

type Given = Partial<FlowField> & { type: FlowField['type'] };
const field = (given: Given, at = 1): FlowField => FlowField.parse({ key: `f${at}`, label: `字段${at}`, ...given });
const read = (given: Given, value: unknown) => flowValues([field(given)]).safeParse({ f1: value });
const message = (given: Given, value: unknown) => read(given, value).error?.issues[0]?.message;

/** One good value of every type. */
const good: Record<FlowField['type'], unknown> = {
  text: '龙井43号',
  area: '摊青 6 小时',
  number: 12.5,
  date: '2026-04-02',
  datetime: '2026-04-02 08:30:00',
  radio: '合格',
  checkbox: ['合格', '不合格'],
  image: ['/media/a.png'],
  file: [{ name: '报告.pdf', url: '/file/a.pdf' }],
  region: '330106',
  location: { lng: 120.1, lat: 30.2, address: '狮峰山' },
  person: '周茂',
  lot: 7,
  sensor: { value: 21.5, device: 'T-01', at: '2026-04-02 08:30:00' },
};
const options = ['合格', '不合格'];

describe('values', () => {
  it('of every type are read as they are', () => {
    for (const { value: type } of FieldType.options)
      expect(read({ type, options, required: true }, good[type]).data, type).toEqual({ f1: good[type] });
  });

  it('may be missing, in whatever way a cleared control leaves them, unless they are required', () => {
    for (const { value: type } of FieldType.options)
      for (const blank of [undefined, null, '', '  ', [], ...(type === 'location' ? [{ lng: null }] : [])]) {
        expect(read({ type, options }, blank).data, type).toEqual({});
        expect(message({ type, options, required: true }, blank), type).toMatch(/^请(输入|选择|上传)字段1$/);
      }
    expect(flowValues([field({ type: 'text', required: true })]).safeParse({}).success).toBe(false);
  });

  it('of another kind are refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FieldType.options.map(({ value }) => value)), (type) => {
        for (const wrong of [[{ a: 1 }], true]) expect(read({ type, options }, wrong).success, type).toBe(false);
      }),
    );
  });

  it('keep to the limits of their field', () => {
    expect(message({ type: 'number', min: 0, unit: 'kg' }, -1)).toBe('字段1不能小于0kg');
    expect(message({ type: 'number', max: 10 }, 10.5)).toBe('字段1不能大于10');
    expect(message({ type: 'number', decimals: 0 }, 1.5)).toBe('字段1应为整数');
    expect(message({ type: 'number', decimals: 2 }, 1.234)).toBe('字段1最多2位小数');
    expect(read({ type: 'number', decimals: 2 }, 0.1 + 0.2).success).toBe(true);
    expect(message({ type: 'text', maxLength: 3 }, '四个字了')).toBe('字段1不能超过3个字符');
    expect(message({ type: 'radio', options }, '其他')).toBe('字段1只能是：合格、不合格');
    expect(message({ type: 'date' }, '2026-02-30')).toBe('字段1应为日期，如2026-05-01');
    expect(message({ type: 'datetime' }, '2026-02-28 25:00')).toBe('字段1应为时间，如2026-05-01 08:30');
    expect(message({ type: 'file' }, [{ name: 'a.exe', url: '/file/a.exe' }])).toBe('附件只支持pdf、xlsx、docx');
    expect(
      message(
        { type: 'image' },
        Array.from({ length: 10 }, () => '/media/a.png'),
      ),
    ).toBe('最多选择9张图片');
  });

  it('of hidden fields are left out, and unknown ones dropped', () => {
    const fields = [field({ type: 'text', required: true, isHidden: true }), field({ type: 'text' }, 2)];
    expect(flowValues(fields).parse({ f1: 'a', f2: 'b', f9: 'c' })).toEqual({ f2: 'b' });
  });
});

describe('fields of a type', () => {
  const texts = (fields: unknown[]) =>
    Object.fromEntries(
      FlowFields.safeParse(fields).error?.issues.map(({ path, message: text }) => [path.join('.'), text]) ?? [],
    );

  it('need a label, an own one, a known type and enough options', () => {
    expect(texts([{ key: 'f1', type: 'text' }])).toEqual({ '0.label': '请输入字段名称' });
    expect(texts([{ key: 'f1', label: '甲', type: 'colour' }])).toEqual({ '0.type': '取值不正确' });
    expect(texts([{ key: 'f1', label: '甲', type: 'radio', options: ['一'] }])).toEqual({ '0.options': '选项至少2个' });
    expect(texts([{ key: 'f1', label: '甲', type: 'number', min: 2, max: 1 }])).toEqual({
      '0.max': '最大值不能小于最小值',
    });
    expect(
      texts([
        { key: 'f1', label: '甲', type: 'text' },
        { key: 'f2', label: ' 甲 ', type: 'text' },
      ]),
    ).toEqual({ '1.label': '字段名称不能重复' });
  });

  it('are at most forty', () => {
    const many = Array.from({ length: 41 }, (_, at) => ({ key: `f${at + 1}`, label: `甲${at}`, type: 'text' }));
    expect(texts(many)).toEqual({ '': '最多40个字段' });
    expect(texts(many.slice(1))).toEqual({});
  });

  it('never reuse a key', () => {
    expect(nextKey([])).toBe('f1');
    expect(nextKey([{ key: 'f3' }, { key: 'f12' }, { key: 'f2' }])).toBe('f13');
  });
});
