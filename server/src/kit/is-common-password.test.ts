import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './is-common-password.ts';

describe('isCommonPassword', () => {
  it.each([
    '123456',
    '12345678',
    'qwerty',
    'QWERTY',
    'password',
    'Passw0rd',
    '111111',
    '88888888',
    '00000000',
    'abc123',
    'abcabc',
    '123123123',
    'a123456',
    'aa123456',
    'woaini1314',
    'woaini520',
    'WoAiNi',
    '5201314',
    '7758521',
    'qq123456',
    'wang123456',
    'zhang123',
    'admin888',
    'Admin@123',
    'admin123456',
    'root123',
    'asd123456',
    '1qaz2wsx',
    '1q2w3e4r',
    '147258369',
    'abcdef',
    'ABCDEFG',
    'abcdef1',
    'abcdefgh2026',
    'fedcba',
    'zyxwvu',
    '987654',
    '0987654321',
    '135790',
    '13579246',
    'poiuyt',
    'lkjhgf',
    '1q2w3e',
    'q1w2e3',
    'zaq12wsx',
    '1qaz2wsx3edc4rfv',
    'a1b2c3d4',
    'abc123456',
    'abcxyz',
    'aaabbb',
    '1111abcd',
    'qwerasdf',
    'qwertyuiop[]',
    '!@#$%^',
    'abcdef!@#',
    'zhuiyuan2026',
    'iloveyou1314',
  ])('knows %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'first-secret',
    'right-one',
    '云岭茶山雨后',
    'Kd8#vwQ2',
    'xk3p9q',
    '我爱你1314',
    'wangxiaoming-tea',
    'abc48213',
    'abcdefish',
    'storm-1234',
    '258036',
  ])('lets %s pass', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('lets what was drawn at random pass', () => {
    const letter = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789');
    const drawn = fc.array(letter, { minLength: 12, maxLength: 12 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(drawn, (password) => !isCommonPassword(password)),
      { numRuns: 2000, seed: 7 },
    );
  });
});
