import { redCodeApi } from '@zhuiyuan/contract/red/code/red-code';
import { afterEach, expect, it } from 'vitest';
import { answer, byText, clear, render, until } from '../../../../test/render.tsx';
import { RedCodes } from './red-codes.tsx';

const cardOf = (label: string) =>
  [...document.querySelectorAll('.zy-stat')].find((card) => card.textContent?.startsWith(label));

afterEach(clear);

it('tells the share that was received of the codes that can be', async () => {
  answer((url) =>
    url.pathname.endsWith(redCodeApi.board.path)
      ? { data: { count: 10, usedCnt: 2, voidCnt: 5, usedAmount: 200, openAmount: 300 } }
      : { data: { list: [], total: 0, page: 1, limit: 20, totalPage: 0 } },
  );
  await render(<RedCodes />);
  await until(() => byText('其中已作废 5 个') !== undefined);
  expect(cardOf('领取率')?.textContent).toContain('40');
  expect(cardOf('领取率')?.querySelector('[aria-label]')?.getAttribute('aria-label')).toBe(
    '已领取占未作废红包码的比例',
  );
});
