import pino from 'pino';
import { Jobs } from '../src/kit/jobs/jobs.ts';

/** A worker whose runs of one queue never end: it is killed. */
const [url = '', name = ''] = process.argv.slice(2);
const jobs = new Jobs(url, pino({ level: 'silent' }), true);
jobs.work(name, async () => {
  process.stdout.write('begun\n');
  await new Promise<never>(() => undefined);
});
await jobs.start();
process.stdout.write('working\n');
