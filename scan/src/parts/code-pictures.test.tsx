import { expect, it } from 'vitest';
import { fullAnswer, settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { AnswerCards } from '../app/answer-cards.tsx';
import type { Asking } from '../app/asking.ts';
import { CodePictures } from './code-pictures.tsx';

const picturesOf = (firm: { followQr?: string; serviceQr?: string }) =>
  showOn('div', <CodePictures firm={firm} />).firstElementChild as HTMLElement | null;

const words = (element: HTMLElement | null) =>
  [...(element?.querySelectorAll('b') ?? [])].map((one) => one.textContent);

it('shows what there is, no address that is none, and takes a picture that does not come away with its words', async () => {
  expect(picturesOf({})).toBeNull();
  expect(picturesOf({ followQr: '', serviceQr: 'javascript:alert(1)' })).toBeNull();
  const both = picturesOf({ followQr: '/media/a.png', serviceQr: '/media/b.png' })!;
  expect(words(both)).toEqual(['关注公众号', '微信客服']);
  expect(both.textContent).not.toMatch(/已关注|未关注/);
  both.querySelector('img')!.dispatchEvent(new Event('error'));
  await settle();
  expect(words(both)).toEqual(['微信客服']);
});

it('stands at the end of the page of a code, whatever the verdict, and of none that names no firm', () => {
  const asking = { typed: 'AMNSQ74WBEFWXYME', remain: null, isCaptchaRetry: false } as Asking;
  const firm = { name: '青岚山茶业', logo: null, phone: null, serviceQr: '/media/b.png' };
  const last = (verdict: Parameters<typeof fullAnswer>[0]) =>
    showOn(
      'main',
      <AnswerCards
        answer={fullAnswer(verdict, { firm })}
        asking={{ ...asking, preview: { trace: () => new Promise(() => undefined), draw: () => null } }}
      />,
    ).lastElementChild as HTMLElement;
  for (const verdict of ['FIRST', 'FROZEN', 'VOID', 'NEED_PIN'] as const)
    expect(words(last(verdict))).toEqual(['微信客服']);
  expect(last('INVALID').matches('.code-pictures')).toBe(false);
  expect(last('INVALID').closest('main')!.querySelector('.code-pictures')).toBeNull();
});
