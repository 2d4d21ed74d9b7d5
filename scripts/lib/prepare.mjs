import { ensureInstalled } from './install.mjs';
import { checkNode } from './run.mjs';

/** Makes a fresh clone, or one that changed, ready to run, with `all` ready to be checked as well; ends with one clear message when that fails. */
export const prepare = async (what) => {
  checkNode();
  await ensureInstalled(what);
  const { ensureBuilt, ensureShrunk } = await import('../build.mjs');
  try {
    await ensureBuilt();
    await ensureShrunk();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
};
