import { afterEach, expect, it, vi } from 'vitest';
import { settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { offlineText } from '../lib/call.ts';
import { LateCard } from './late-card.tsx';
import { latePart } from './late-part.ts';

const Greeting = ({ name }: { name: string }) => <p>{`你好，${name}`}</p>;

afterEach(() => vi.unstubAllGlobals());

it('is a shape until its part is there, and tells of both', async () => {
  const told: boolean[] = [];
  const part = latePart(async () => Greeting);
  const place = showOn(
    'main',
    <LateCard part={part} given={{ name: '茶' }} arrived={(isThere) => told.push(isThere)} />,
  );
  expect(place.querySelector('.blank-lines')).not.toBeNull();
  await settle();
  expect(place.textContent).toBe('你好，茶');
  expect(told).toEqual([false, true]);
  expect(showOn('main', <LateCard part={part} given={{ name: '酒' }} />).textContent).toBe('你好，酒');
});

it('says that its part did not come, and asks for it again', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const importPart = vi
    .fn<() => Promise<typeof Greeting>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(Greeting);
  const place = showOn('main', <LateCard part={latePart(importPart)} given={{ name: '茶' }} />);
  await settle();
  expect(place.querySelector('[role=alert]')?.textContent).toBe(offlineText);
  place.querySelector('button')!.click();
  await settle();
  expect(place.textContent).toBe('你好，茶');
});
