import { chromium } from '@playwright/test';
import { PlayMode } from '../contract/src/campaign/campaign-states.ts';
import { playedActivity } from '../scan/test/draws.ts';
import { openWorld } from './world.ts';

/**
 * Frames of each way of playing of the shopper's page on a telephone four times slower than this machine, while it plays towards a result that
 * is known: none after the first may take longer than 50 ms. Beside them, frames of the same page at rest in the same run.
 * A number is how often each is played.
 */
const rounds = Number(process.argv[2] ?? 3);
const slowdown = 4;
const limitMs = 50;
const playedMs = 5_000;

interface Frames {
  count: number;
  longest: number;
  overLimit: number;
}

const world = await openWorld();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--disable-gpu', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});

/** What begins each. */
const start = '#play .g-hub, #play .w-hub, #play .p-gold';

/** Frames from now on for so long; `start` is what begins with the first of them. */
const watch = `(async (ms, start) => {
  const frame = () => new Promise(requestAnimationFrame);
  start();
  await frame();
  const from = await frame();
  const took = [];
  for (let last = from; last - from < ms; ) {
    const now = await frame();
    took.push(now - last);
    last = now;
  }
  return { count: took.length, longest: Math.max(...took), overLimit: took.filter((each) => each > ${limitMs}).length };
})`;

const play = async (playMode: PlayMode): Promise<{ rest: Frames; playing: Frames }> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${world.url}/trace/play-preview`);
  // The page listens once its script is there; the same again changes nothing.
  const shown = JSON.stringify({ type: 'zy-play-preview', activity: playedActivity({ playMode }), view: 'draw' });
  while (!(await page.evaluate(`(postMessage(${shown}), document.querySelector('${start}') !== null)`)))
    await page.waitForTimeout(100);
  if (playMode === PlayMode.egg) await page.getByRole('radio').first().click();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.waitForTimeout(1_000);
  const rest = await page.evaluate<Frames>(`${watch}(${playedMs / 2}, () => undefined)`);
  const playing = await page.evaluate<Frames>(
    `${watch}(${playedMs}, () => document.querySelector('${start}').click())`,
  );
  if ((await page.getByRole('dialog').count()) === 0 && playMode !== PlayMode.scratch)
    throw new Error('it did not come to its end');
  await context.close();
  return { rest, playing };
};

try {
  const said = ({ count, longest, overLimit }: Frames) =>
    `${count} frames, the longest ${longest.toFixed(0)} ms, ${overLimit} over ${limitMs} ms`;
  for (const { value, label } of PlayMode.options)
    for (let round = 0; round < rounds; round += 1) {
      const { rest, playing } = await play(value);
      const isMet = playing.overLimit === 0;
      console.log(`${label}: ${said(playing)}; at rest ${said(rest)}  aim none ${isMet ? 'met' : 'MISSED'}`);
      if (!isMet) process.exitCode = 1;
    }
} finally {
  await browser.close();
  await world.close();
}
