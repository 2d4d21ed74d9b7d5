import { expect, test } from 'vitest';
import { verdictWords } from '../../codes/state/verdict.ts';
import { verdictText } from './verdict-text.ts';

const known = {
  product: '明前龙井',
  firm: '青岚山',
  times: 3,
  firstTime: '2026-11-01 10:22',
  firstCity: '成都市',
  phone: '400-1',
};

test('variables are filled in', () => {
  expect(verdictText(verdictWords.REPEAT.text, known)).toBe(
    '该码已被查询3次，首次查询时间2026-11-01 10:22（成都市）。若非本人查询，请谨防假冒。',
  );
});

test('what is not known leaves no gap', () => {
  expect(verdictText(verdictWords.REPEAT.text, { ...known, firstCity: '' })).toBe(
    '该码已被查询3次，首次查询时间2026-11-01 10:22。若非本人查询，请谨防假冒。',
  );
  expect(verdictText(verdictWords.REPEAT.text, { times: 3 })).toBe('该码已被查询3次。若非本人查询，请谨防假冒。');
  expect(verdictText(verdictWords.OVER.text, { times: 6 })).toBe(
    '该码已被查询6次，超过正常次数，谨防假冒，如有疑问请联系商家。',
  );
  expect(verdictText('客服{phone}。', {})).toBe('');
});

test('a text keeps what is no variable of it', () => {
  expect(verdictText('请放心。$& {phone}', { phone: '$1' })).toBe('请放心。$& $1');
});
