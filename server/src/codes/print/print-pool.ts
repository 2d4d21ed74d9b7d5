import { availableParallelism } from 'node:os';
import { startThread } from '../../kit/jobs/start-thread.ts';
import { clearAttempts, type PrintJob, type PrintResult } from './write-print-file.ts';
import type { PrintMessage } from './print-worker.ts';

export interface PrintWatch {
  /** Ends the worker; `print` then throws the signal's reason and leaves no half file. */
  signal?: AbortSignal;
  onRows?: (rows: number) => void;
}

/** Heap of a worker, in MB: a small young generation gives back the buffers of past rounds soon, which keeps a worker below 64 MB in all. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 };

const runWorker = async (job: PrintJob, { signal, onRows }: PrintWatch): Promise<PrintResult> => {
  signal?.throwIfAborted();
  const worker = startThread(new URL('./print-worker.ts', import.meta.url), { workerData: job, resourceLimits });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<PrintResult>((resolve, reject) => {
      worker.on('message', (message: PrintMessage) =>
        'result' in message ? resolve(message.result) : onRows?.(message.rows),
      );
      worker.on('error', reject);
      worker.on('exit', (code) =>
        reject(signal?.aborted ? signal.reason : new Error(`print worker ended with ${code}`)),
      );
    });
  } catch (error) {
    await worker.terminate();
    await clearAttempts(job.file);
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
};

/** Writes print files in worker threads, at most `size` at a time; each file has a worker of its own, which dies with it. */
export class PrintPool {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(size = Math.max(1, availableParallelism() - 1)) {
    this.#free = size;
  }

  /** Writes one print file when a worker is free. A worker's error is thrown here; an ended worker leaves no half file. */
  async print(job: PrintJob, watch: PrintWatch = {}): Promise<PrintResult> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await runWorker(job, watch);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
