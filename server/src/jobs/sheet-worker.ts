import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../kit/refusal.ts';
import { readSheet } from './read-sheet.ts';
import type { SheetLimits, SheetRow } from './sheet.ts';

/** What a thread that reads a file says: its titles, its rows in portions, then that it is over, or why it is refused. */
export type SheetMessage =
  | { titles: string[] }
  | { rows: SheetRow[] }
  | { isOver: true }
  | { refusal: { code: number; message: string; data: unknown } };

const portionRows = 100;
const portionLetters = 200_000;
/** Portions sent before the first was asked for. */
const ahead = 2;

const port = parentPort!;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
const tell = (message: SheetMessage) => port.postMessage(message);

let allowed = ahead;
// every message asks for one portion more
port.on('message', () => (allowed += 1));

const send = async (rows: SheetRow[]): Promise<void> => {
  while (allowed === 0) await once(port, 'message');
  allowed -= 1;
  tell({ rows });
};

const { path, limits } = workerData as { path: string; limits: SheetLimits };
try {
  const sheet = await readSheet(path, limits);
  tell({ titles: sheet.titles });
  let portion: SheetRow[] = [];
  let letters = 0;
  for await (const row of sheet.rows) {
    portion.push(row);
    for (const text of row.cells) letters += text.length;
    if (portion.length < portionRows && letters < portionLetters) continue;
    await send(portion);
    portion = [];
    letters = 0;
  }
  if (portion.length > 0) await send(portion);
  tell({ isOver: true });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  tell({ refusal: { code: error.code, message: error.message, data: error.data } });
}
port.close();
