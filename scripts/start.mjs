import { mkdirSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { at, checkNode, endWithParent } from './lib/run.mjs';

endWithParent();
checkNode();
await ensureInstalled();
const { ensureBuilt, ensureShrunk, pageParts } = await import('./build.mjs');
// Pages take as long to build as the database takes to be made ready: side by side neither waits for the other.
const pagesBuilt = ensureBuilt({ of: pageParts });
// Whoever waits for them says so.
pagesBuilt.catch(() => {});
try {
  await ensureBuilt({ of: ['server'] });
  for (const part of pageParts) mkdirSync(at(part, 'dist/assets'), { recursive: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// The server runs in this very process, so that every signal reaches it and its exit code is ours.
process.setSourceMapsEnabled(true);
const { start } = await import('../server/dist/start.js');
await start(pagesBuilt);
await ensureShrunk().catch((error) => console.error(`The pages could not be compressed: ${error.message}`));
