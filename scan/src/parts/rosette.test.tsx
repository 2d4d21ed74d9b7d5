import { expect, it } from 'vitest';
import { showOn } from '../../test/show.tsx';
import { Rosette } from './rosette.tsx';

/** The numbers of a rosette's lines, once all of them are there. */
const drawn = async (): Promise<number[][]> => {
  const place = showOn('div', <Rosette />);
  await expect.poll(() => place.querySelectorAll('.rosette > path').length).toBe(18);
  return [...place.querySelectorAll('path')].map((path) =>
    path
      .getAttribute('d')!
      .match(/-?\d+(?:\.\d)?/g)!
      .map(Number),
  );
};

it('is the same line every time, closed, and inside its drawing', async () => {
  const lines = await drawn();
  expect(lines).toEqual(await drawn());
  let bands = 0;
  let begin = lines[0]!.slice(0, 2);
  for (const [at, line] of lines.entries()) {
    expect(Math.max(...line.map(Math.abs))).toBeLessThan(310);
    const end = line.slice(-2);
    const next = lines[at + 1]?.slice(0, 2);
    // A part goes on where the one before it ended, until its band is back where it began.
    if (String(end) === String(next)) continue;
    expect(end).toEqual(begin);
    bands += 1;
    begin = next ?? [];
  }
  expect(bands).toBe(4);
});
