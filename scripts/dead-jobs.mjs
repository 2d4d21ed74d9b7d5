import { prepare } from './lib/prepare.mjs';

await prepare();
await import('../server/dist/dead-jobs.js');
