import { expect, it } from 'vitest';
import { ApiError, noAnswer } from '../../lib/api-error.ts';
import { contentKey } from '../../lib/new-key.ts';
import { scanQueue, type Work } from './scan-queue.ts';

const make = <T, A>(options: Parameters<typeof scanQueue>[0], work: Work<T, A>) => {
  const queue = scanQueue<T, A>(options);
  queue.serve(work);
  return queue;
};
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

it('loses no scan that comes faster than answers: one call at a time, with all that came meanwhile', async () => {
  const calls: number[][] = [];
  const taken: number[] = [];
  let running = 0;
  const queue = make<number, number>(
    { most: 4 },
    {
      ask: async (batch) => {
        running += 1;
        expect(running).toBe(1);
        calls.push([...batch]);
        await later(15);
        running -= 1;
        return batch.map((one) => one * 10);
      },
      take: (_, answers) => taken.push(...answers),
      refuse: () => expect.unreachable(),
    },
  );
  for (let one = 1; one <= 10; one += 1) {
    queue.add(one);
    await later(2);
  }
  await queue.settled();
  expect(taken).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  expect(calls.length).toBeLessThan(10);
  expect(Math.max(...calls.map(({ length }) => length))).toBeLessThanOrEqual(4);
});

it('asks once about what was scanned twice while it waited, and again about what was on its way', async () => {
  const calls: string[][] = [];
  const queue = make<string, string>(
    {},
    {
      ask: async (batch) => {
        calls.push([...batch]);
        await later(15);
        return batch;
      },
      take: () => undefined,
      refuse: () => expect.unreachable(),
    },
  );
  queue.add('box');
  await later(2);
  queue.add('run');
  queue.add('run', 'box');
  await queue.settled();
  expect(calls).toEqual([['box'], ['run', 'box']]);
});

it('asks again until there is an answer, and says meanwhile that the server is out of reach', async () => {
  const states: boolean[] = [];
  const taken: string[] = [];
  let tries = 0;
  const queue = make<string, string>(
    { waitMs: 1 },
    {
      ask: async (batch) => {
        tries += 1;
        if (tries < 3) throw new ApiError(noAnswer, '网络连接失败');
        return batch;
      },
      take: (_, answers) => taken.push(...answers),
      refuse: () => expect.unreachable(),
      tellOffline: (isOffline) => states.push(isOffline),
    },
  );
  queue.add('A', 'B');
  await queue.settled();
  expect(taken).toEqual(['A', 'B']);
  expect(states).toEqual([true, true, false]);
});

it('hands back a batch that is refused as a whole, and goes on', async () => {
  const refused: string[] = [];
  const taken: string[] = [];
  const queue = make<string, string>(
    { most: 1 },
    {
      ask: async (batch) => {
        if (batch[0] === 'bad') throw new ApiError(61068, '收货方已停用或不存在');
        return batch;
      },
      take: (_, answers) => taken.push(...answers),
      refuse: (batch) => refused.push(...batch),
    },
  );
  queue.add('bad', 'good');
  await queue.settled();
  expect([refused, taken]).toEqual([['bad'], ['good']]);
});

it('wants no answer to what was dropped', async () => {
  const taken: string[] = [];
  const queue = make<string, string>(
    {},
    {
      ask: async (batch) => {
        await later(5);
        return batch;
      },
      take: (_, answers) => taken.push(...answers),
      refuse: () => expect.unreachable(),
    },
  );
  queue.add('old');
  await later(1);
  queue.drop();
  queue.add('new');
  await queue.settled();
  expect(taken).toEqual(['new']);
});

it('numbers the same content the same, and every change anew', () => {
  const keyOf = contentKey();
  const first = keyOf({ codes: ['A'] });
  expect(keyOf({ codes: ['A'] })).toBe(first);
  const second = keyOf({ codes: ['A', 'B'] });
  expect(second).not.toBe(first);
  expect(keyOf({ codes: ['A'] })).not.toBe(first);
});
