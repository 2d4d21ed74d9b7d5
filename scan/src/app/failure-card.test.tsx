import { expect, it } from 'vitest';
import { settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { FailureCard } from './failure-card.tsx';

it('asks again once at a time, by a tap or as soon as the connection is back', async () => {
  const asked: (() => void)[] = [];
  const again = (): Promise<void> => new Promise((resolve) => asked.push(resolve));
  const card = showOn('main', <FailureCard code="AMNSQ74WBEFWXYME" isOffline again={again} />);
  const button = card.querySelector('button')!;
  button.click();
  await settle();
  expect([button.textContent, button.disabled]).toEqual(['重试中', true]);
  dispatchEvent(new Event('online'));
  expect(asked).toHaveLength(1);
  asked[0]!();
  await settle();
  expect([button.textContent, button.disabled]).toEqual(['重试', false]);
  dispatchEvent(new Event('online'));
  expect(asked).toHaveLength(2);
});

it('waits for a tap where the server itself refused', async () => {
  let count = 0;
  const again = async (): Promise<void> => void (count += 1);
  const card = showOn('main', <FailureCard code="AMNSQ74WBEFWXYME" isOffline={false} again={again} />);
  dispatchEvent(new Event('online'));
  await settle();
  expect(count).toBe(0);
  card.querySelector('button')!.click();
  expect(count).toBe(1);
});
