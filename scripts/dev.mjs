import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { ensureInstalled } from './lib/install.mjs';
import { at, checkNode, endWithParent, tool } from './lib/run.mjs';

checkNode();
endWithParent();
await ensureInstalled({ all: true });

const port = Number(process.env.PORT || 8080);
const server = `http://127.0.0.1:${port}`;
const pagesPort = 5173;
const scanPort = 5174;

const isFree = (wanted) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

for (const wanted of [port, pagesPort, scanPort]) {
  if (await isFree(wanted)) continue;
  console.error(`Port ${wanted} is taken; npm run dev needs ${port}, ${pagesPort} and ${scanPort}`);
  process.exit(1);
}

// What a shopper's phone opens is drawn by the page of scan/, everything else by the console.
const codePages = '^/(c|s|01|trace)(/|\\?|$)';
const calls = '^/(api|admin|public|common|media|openapi\\.json|healthz|readyz|metrics|docs)(/|\\?|$)';

// The pages' own settings read it too.
process.env.ZY_API = server;
const { createServer: createPages } = await import('vite');
const open = async (part, own, proxy) => {
  const pages = await createPages({
    root: at(part),
    configFile: at(part, 'vite.config.ts'),
    server: {
      host: '127.0.0.1',
      port: own,
      strictPort: true,
      proxy: { [calls]: { target: server }, ...proxy },
    },
  });
  await pages.listen();
  return pages;
};

const scan = await open('scan', scanPort, {});
const pages = await open('console', pagesPort, {
  [codePages]: { target: `http://127.0.0.1:${scanPort}` },
  '^/scan/': { target: `http://127.0.0.1:${scanPort}`, ws: true },
});

// The server takes no setting that it does not know.
const { ZY_API: _, ...settings } = process.env;
// Restarts on every change of the server or the contract, and hands it the address that codes should show.
const child = spawn(process.execPath, [tool('tsx'), 'watch', '--clear-screen=false', at('server/src/main.ts')], {
  cwd: at(),
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...settings, PORT: String(port), PUBLIC_URL: process.env.PUBLIC_URL || `http://127.0.0.1:${pagesPort}` },
});
console.log(`\n  Console with hot reload: http://127.0.0.1:${pagesPort}/\n`);

let isEnding = false;
const end = async (signal) => {
  if (isEnding) return;
  isEnding = true;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null) child.kill(signal);
  await Promise.all([pages.close(), scan.close(), child.exitCode === null && ended]);
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end('SIGTERM'));
child.once('exit', (code) => {
  if (!isEnding) process.exit(code ?? 1);
});
