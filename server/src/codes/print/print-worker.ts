import { parentPort, workerData } from 'node:worker_threads';
import { writePrintFile, type PrintJob, type PrintResult } from './write-print-file.ts';

/** What a print worker tells the pool: rows done so far, a few times a second, then the result. */
export type PrintMessage = { rows: number } | { result: PrintResult };

const pace = 250;
let told = 0;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
const tell = (message: PrintMessage) => parentPort!.postMessage(message);

const result = await writePrintFile(workerData as PrintJob, (rows) => {
  if (Date.now() - told < pace) return;
  told = Date.now();
  tell({ rows });
});
tell({ result });
