import { expect, it } from 'vitest';
import { fullAnswer } from '../../test/answers.ts';
import { answerView, type Asking } from '../app/answer-view.ts';
import { codePictures } from './code-pictures.ts';

const words = (element: HTMLElement | null) =>
  [...(element?.querySelectorAll('b') ?? [])].map((one) => one.textContent);

it('shows what there is, no address that is none, and takes a picture that does not come away with its words', () => {
  expect(codePictures({})).toBeNull();
  expect(codePictures({ followQr: '', serviceQr: 'javascript:alert(1)' })).toBeNull();
  const both = codePictures({ followQr: '/media/a.png', serviceQr: '/media/b.png' })!;
  expect(words(both)).toEqual(['关注公众号', '微信客服']);
  expect(both.textContent).not.toMatch(/已关注|未关注/);
  both.querySelector('img')!.dispatchEvent(new Event('error'));
  expect(words(both)).toEqual(['微信客服']);
});

it('stands at the end of the page of a code, whatever the verdict, and of none that names no firm', () => {
  const asking = { typed: 'AMNSQ74WBEFWXYME', remain: null, isCaptchaRetry: false } as Asking;
  const firm = { name: '青岚山茶业', logo: null, phone: null, serviceQr: '/media/b.png' };
  const last = (verdict: Parameters<typeof fullAnswer>[0]) =>
    answerView(fullAnswer(verdict, { firm }), { ...asking, detail: () => new Promise(() => undefined) }).at(
      -1,
    ) as HTMLElement;
  for (const verdict of ['FIRST', 'FROZEN', 'VOID', 'NEED_PIN'] as const)
    expect(words(last(verdict))).toEqual(['微信客服']);
  expect(answerView(fullAnswer('INVALID', { firm }), asking).at(-1)).toBeNull();
});
