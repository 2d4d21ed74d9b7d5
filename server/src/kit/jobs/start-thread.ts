import { existsSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts the program of a worker thread, named by the address of its source: the bundled one that lies beside the bundled
 * server, or from sources its TypeScript, through tsx, where no limits of the heap apply.
 */
export const startThread = (source: URL, { workerData, resourceLimits }: WorkerOptions): Worker => {
  const bundled = new URL(source.href.replace(/\.ts$/, '.js'));
  if (existsSync(bundled)) return new Worker(bundled, { workerData: workerData as unknown, resourceLimits });
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const start = `import { register } from ${tsx}; register(); await import(${JSON.stringify(source.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(start)}`), {
    workerData: workerData as unknown,
  });
};
