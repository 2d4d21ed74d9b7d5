import { prepare } from './lib/prepare.mjs';
import { endWithParent } from './lib/run.mjs';

endWithParent();
await prepare();
// The server runs in this very process, so that every signal reaches it and its exit code is ours.
process.setSourceMapsEnabled(true);
await import('../server/dist/main.js');
