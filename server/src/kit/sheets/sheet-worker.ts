import { runChild } from '../jobs/run-child.ts';
import { readSheet, type SheetWish } from './read-sheet.ts';
import type { SheetRow } from './sheet.ts';

/** What a process that reads a file says: its titles, its rows in portions, then that it is over. */
export type SheetMessage = { titles: string[] } | { rows: SheetRow[] } | { isOver: true };

const portionRows = 100;
/** Letters of a portion; an empty cell counts as one. */
const portionLetters = 200_000;
/** Portions sent before the first was asked for. */
const ahead = 2;

// The parser of texts makes an error of each line that has other columns than the first.
Error.stackTraceLimit = 0;

runChild<SheetWish, 'more'>(async (wish, parent) => {
  const say = (message: SheetMessage) => parent.say(message);
  const { titles, rows } = await readSheet(wish);
  await say({ titles });
  let portion: SheetRow[] = [];
  let letters = 0;
  let sent = 0;
  const send = async () => {
    if ((sent += 1) > ahead) await parent.heard();
    await say({ rows: portion });
    portion = [];
    letters = 0;
  };
  for await (const row of rows) {
    portion.push(row);
    for (const text of row.cells) letters += text.length + 1;
    if (portion.length >= portionRows || letters >= portionLetters) await send();
  }
  if (portion.length > 0) await send();
  await say({ isOver: true });
});
