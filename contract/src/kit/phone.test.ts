import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMobile, isPhone, maskPhone, plainPhone } from './phone.ts';

const mobile = fc.stringMatching(/^1[3-9]\d{9}$/);

it('takes mobile, landline and service numbers', () => {
  for (const phone of [
    '13812344570',
    '0571-88886666',
    '057188886666',
    '010-62345678',
    '021-23456789-801',
    '400-820-8820',
    '4008208820',
  ])
    expect(isPhone(phone), phone).toBe(true);
});

it('refuses what is too short, too long or no number', () => {
  for (const phone of [
    '',
    '1381234457',
    '138123445700',
    '12812344570',
    '8888666',
    '0571-888866',
    'abc',
    '+8613812344570',
  ])
    expect(isPhone(phone), phone).toBe(false);
  expect(isMobile('0571-88886666')).toBe(false);
});

it('hides four digits and keeps the length of a mobile number', () => {
  fc.assert(
    fc.property(mobile, (phone) => {
      const masked = maskPhone(phone);
      return (
        masked.length === 11 &&
        masked.slice(3, 7) === '****' &&
        masked.startsWith(phone.slice(0, 3)) &&
        masked.endsWith(phone.slice(7))
      );
    }),
  );
  expect(maskPhone('0571-88886666')).toBe('0571-8888****');
  expect(maskPhone('')).toBe('');
});

it.each([
  ['\u202D13800138001\u202C', '13800138001'],
  ['+86 138 0013 8002', '13800138002'],
  ['０086－138００138002', '13800138002'],
  ['138-0013-8003', '13800138003'],
  ['１３８００１３８００４', '13800138004'],
  ['8613800138005', '13800138005'],
  ['13800138008\u200B', '13800138008'],
  ['138\u00A00013\u30008009', '13800138009'],
  ['０５７１－８８８８６６６６', '0571-88886666'],
  ['0571 88886666', '057188886666'],
  ['86-0571-88886666', '86-0571-88886666'],
  ['1380013800', '1380013800'],
])('takes %j for %s', (typed, number) => expect(plainPhone(typed)).toBe(number));
