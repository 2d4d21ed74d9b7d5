import { prepare } from './lib/prepare.mjs';

await prepare();
// The server runs in this very process, so that every signal reaches it and its exit code is ours.
process.setSourceMapsEnabled(true);
await import('../server/dist/main.js');
