import { describe, expect, it } from 'vitest';
import { isPartOfName, isPinyinOfName } from './is-name-of-firm.ts';

const name = '重庆绿岭茶业有限公司';

describe('a password made of the name of a firm', () => {
  it.each([
    'chongqing',
    'chongqinglvling',
    'lvlingchaye8',
    'lulingchaye8',
    'lvling@2026',
    '2026lvling',
    'cqllcy',
    'llc888',
  ])('%s is its pinyin', (typed) => expect(isPinyinOfName(typed, name)).toBe(true));

  it.each(['zhongqing', 'ling2026', 'll888888', 'lvlingtea', 'chalvling', 'k7-mountain', '20260101', '绿岭2026'])(
    '%s is not its pinyin',
    (typed) => expect(isPinyinOfName(typed, name)).toBe(false),
  );

  it('or of some letters of it that follow one another', () => {
    expect(isPartOfName('绿岭2026', name)).toBe(true);
    expect(isPartOfName('重庆绿岭', name)).toBe(true);
    expect(isPartOfName('岭2026', name)).toBe(false);
    expect(isPartOfName('绿岭好茶', name)).toBe(false);
    expect(isPartOfName('acme2026', 'acme tea')).toBe(false);
  });
});
