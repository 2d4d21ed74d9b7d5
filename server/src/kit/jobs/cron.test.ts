import { expect, test } from 'vitest';
import { openCron } from './cron.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const lines = new Map([
  ['often', '* * * * *'],
  ['nightly', '20 2 * * *'],
]);

/** A clock that notes what it sends; while `isAway` nothing can be sent. */
const open = (begun: string) => {
  const sent: string[] = [];
  const ids: string[] = [];
  const state = { isAway: false };
  const send = async (name: string, id: string) => {
    if (state.isAway) throw new Error('away');
    sent.push(name);
    ids.push(id);
  };
  return { tick: openCron(lines, send, at(begun)), sent, ids, state };
};

test('sends each time once, the same in every process', async () => {
  const one = open('2026-11-04T02:19:00');
  const other = open('2026-11-04T02:19:30');
  for (const clock of [one, other]) {
    await clock.tick(at('2026-11-04T02:19:59.999'));
    await clock.tick(at('2026-11-04T02:20:00'));
    await clock.tick(at('2026-11-04T02:20:05'));
  }
  expect(one.sent).toEqual(['often', 'nightly']);
  expect(other.ids).toEqual(one.ids);
  expect(new Set(one.ids).size).toBe(2);
});

test('sends once afterwards what came due while nothing could be sent', async () => {
  const { tick, sent, state } = open('2026-11-04T02:15:30');
  state.isAway = true;
  for (let minute = 16; minute < 26; minute += 1)
    await expect(tick(at(`2026-11-04T02:${minute}:00`))).rejects.toThrow('away');
  state.isAway = false;
  await tick(at('2026-11-04T02:26:10'));
  await tick(at('2026-11-04T02:26:15'));
  expect(sent).toEqual(['often', 'nightly']);
});
