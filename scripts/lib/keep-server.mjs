import { spawn } from 'node:child_process';
import { isBuiltin } from 'node:module';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { context } from 'esbuild';
import { tsImport } from 'tsx/esm/api';
import { serverBundle } from '../build.mjs';
import { at } from './run.mjs';

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** The database outlives the server, which is renewed far more often than the database could be. */
const openDatabase = async (config) => {
  if (config.databaseUrl) return { settings: {}, stop: async () => {} };
  const { startEmbedded } = await tsImport('../../server/src/kit/postgres/embedded-postgres.ts', import.meta.url);
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const { url, stop } = await startEmbedded(config.dataDir, log);
  const settings = { DATABASE_URL: url, MASTER_KEY: config.masterKey.toString('hex'), LOG_FORMAT: config.logFormat };
  return { settings, stop };
};

/** What the server loads from packages before it runs. */
const packagesOf = ({ outputs }) => {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const isAhead = ({ path, external, kind }) => external && kind === 'import-statement' && !isBuiltin(path);
  return [...new Set(imports.filter(isAhead).map(({ path }) => path))];
};

/**
 * The server of `npm run dev`, behind `publicUrl`. `renew` builds it anew and, when that went well, lets the running one end as
 * it does on SIGTERM and starts the next. `isReady` resolves when it answers, or has ended and waits for an edit.
 */
export const keepServer = async (config, publicUrl) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // What may refuse comes before the bundler, whose program would be cut off in the middle.
  const database = await openDatabase(config);
  const { entryPoints, ...rest } = serverBundle(at('server/dist.dev'));
  // Programs beside the server are not run from here, and would make every edit wait for them.
  const bundle = await context({
    ...rest,
    metafile: true,
    entryPoints: entryPoints.filter((file) => /main\.ts$|-worker\.ts$/.test(file)),
  });
  const place = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: process.env.PUBLIC_URL || publicUrl };
  const env = { ...process.env, ...database.settings, ...place };

  let child;
  /** The next one, with its packages loaded. */
  let standing;
  let ended;
  let greeted;
  let isGreeted = false;
  let isEnding = false;

  let packages = [];
  const standBy = () =>
    spawn(process.execPath, ['--enable-source-maps', at('scripts/lib/standby.mjs'), JSON.stringify(packages)], {
      cwd: at(),
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });

  const start = (begin) => {
    child = standing ?? standBy();
    standing = undefined;
    child.send(pathToFileURL(at('server/dist.dev/main.js')).href);
    ended = new Promise((resolve) => child.once('exit', resolve));
    const own = child;
    void ended.then(() => {
      if (!own.killed) console.error('  The server ended; it starts again after the next edit');
    });
    const said = new Promise((resolve) =>
      child.stdout.on('data', (chunk) => {
        const text = String(chunk);
        const isGreeting = text.includes(`${address}/`);
        if (!isGreeting || !isGreeted) process.stdout.write(text.replaceAll(address, publicUrl));
        else console.log(`  Server renewed in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
        if (!isGreeting) return;
        isGreeted = true;
        resolve();
      }),
    );
    greeted = Promise.race([said, ended]);
    void greeted.then(() => {
      if (!isEnding) standing ??= standBy();
    });
  };

  const stop = async () => {
    child?.kill('SIGTERM');
    await ended;
  };

  const renewOnce = async () => {
    const begin = performance.now();
    // What is wrong was printed, and the server that runs stays.
    const built = await bundle.rebuild().catch(() => undefined);
    if (!built || isEnding) return;
    packages = packagesOf(built.metafile);
    await stop();
    if (!isEnding) start(begin);
  };
  let turn = renewOnce();
  let timer;

  return {
    port,
    isReady: async () => {
      await turn;
      await greeted;
    },
    renew: () => {
      clearTimeout(timer);
      // An editor or a checkout writes more than one file.
      timer = setTimeout(() => (turn = turn.then(renewOnce)), 50);
    },
    end: async () => {
      isEnding = true;
      clearTimeout(timer);
      standing?.kill('SIGTERM');
      await bundle.cancel();
      await turn;
      await stop();
      await Promise.all([bundle.dispose(), database.stop()]);
    },
  };
};
