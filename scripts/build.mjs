import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ensureInstalled } from './lib/install.mjs';
import { at, checkNode, runNode, tool } from './lib/run.mjs';
import { markBuilt, staleParts, stateOf } from './lib/stale.mjs';

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** Programs of their own: the server, the way back in, and what runs in worker threads. */
const serverEntries = () => {
  const files = filesBelow(at('server/src'));
  return files.filter((file) =>
    /[/\\](src[/\\](main|start)|commands[/\\](reset-admin|backup|restore|check-money|check-figures|dead-jobs))\.ts$|-worker\.ts$/.test(
      file,
    ),
  );
};

/** How the server is bundled; all entries lie side by side in a folder two below the root, just as the source of the start does. */
export const serverBundle = (outdir) => ({
  entryPoints: serverEntries(),
  outdir,
  entryNames: '[name]',
  chunkNames: 'part-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: { '@zhuiyuan/contract': at('contract/src') },
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
});

const buildServer = async () => {
  const { build, stop } = await import('esbuild');
  const draft = at('server/dist.draft');
  rmSync(draft, { recursive: true, force: true });
  await build(serverBundle(draft)).finally(stop);
  rmSync(at('server/dist'), { recursive: true, force: true });
  renameSync(draft, at('server/dist'));
};

const compressors = {
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
  '.br': (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
};

/** Puts compressed copies beside every text file of a part that is worth it, so that the server need not compress again and again. */
const shrink = async (part) => {
  const marker = at(part, 'dist/.shrunk');
  if (existsSync(marker)) return;
  for (const file of filesBelow(at(part, 'dist/assets')).filter((name) => /\.(js|css|svg|json|wasm)$/.test(name))) {
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    await Promise.all(
      Object.entries(compressors).map(async ([suffix, compress]) => {
        // The server may be running already, and sends what has its name.
        writeFileSync(`${file}${suffix}.draft`, await compress(bytes));
        renameSync(`${file}${suffix}.draft`, file + suffix);
      }),
    );
  }
  writeFileSync(marker, '');
};

/** Shrinks the pages that were built and are not yet. */
export const ensureShrunk = async () => {
  for (const part of pageParts) await shrink(part);
};

const buildPages = async (part) => {
  const { code, output } = await runNode(tool('vite'), ['build', '--logLevel', 'warn'], {
    cwd: at(part),
    capture: true,
    // Whoever builds: a test that does would leave pages with the libraries' parts for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`vite build of ${part} failed:\n${output}`);
  if (output.trim()) console.log(output.trim());
};

export const pageParts = ['console', 'scan'];
const builders = { server: buildServer, console: () => buildPages('console'), scan: () => buildPages('scan') };

/** Builds what changed of some parts, or all of them with `all`. Rejects with every failure after all have ended. */
export const ensureBuilt = async ({ all = false, of = Object.keys(builders) } = {}) => {
  const names = all ? of : staleParts(of);
  if (names.length === 0) return;
  console.log(`Building ${names.join(', ')} …`);
  const begin = performance.now();
  const results = await Promise.allSettled(
    names.map(async (name) => {
      const state = stateOf(name);
      await builders[name]();
      markBuilt(name, state);
    }),
  );
  const reasons = results.filter((result) => result.status === 'rejected').map((result) => result.reason.message);
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
  console.log(`Built ${names.join(', ')} in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
};

if (process.argv[1] === import.meta.filename) {
  checkNode();
  await ensureInstalled();
  try {
    await ensureBuilt({ all: process.argv.includes('--all') });
    await ensureShrunk();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
