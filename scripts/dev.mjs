import { createServer, request as call } from 'node:http';
import { ensureInstalled } from './lib/install.mjs';
import { at, checkNode, endWithParent } from './lib/run.mjs';

checkNode();
endWithParent();
await ensureInstalled({ all: true });

const { tsImport } = await import('tsx/esm/api');
const { createServer: createPages } = await import('vite');
const { keepServer } = await import('./lib/keep-server.mjs');
const { answererOf } = await tsImport('../contract/src/kit/page-addresses.ts', import.meta.url);
const { readConfig } = await tsImport('../server/src/kit/config.ts', import.meta.url);
const config = readConfig(process.env);

const front = createServer();
await new Promise((resolve) => {
  front.once('error', ({ code, message }) => {
    console.error(code === 'EADDRINUSE' ? `Port ${config.port} is taken: set another PORT` : message);
    process.exit(1);
  });
  // Without PORT the system chooses one, so that it runs beside whatever else runs.
  front.listen(process.env.PORT ? config.port : 0, config.host, resolve);
});
const { port } = front.address();
const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;

const openPages = (part) =>
  createPages({
    root: at(part),
    configFile: at(part, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: front } },
  });
const open = async () => {
  const [server, console, scan] = await Promise.all([
    keepServer(config, address),
    openPages('console'),
    openPages('scan'),
  ]);
  return { server, console, scan };
};
const opened = open();

/** Hands a call on as it came, once the server answers. */
const pass = async (server, request, response) => {
  await server.isReady();
  const { method, url: path, headers } = request;
  const passed = call({ host: '127.0.0.1', port: server.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.once('error', () => {
    if (!response.headersSent) response.writeHead(503, { 'content-type': 'text/plain' });
    response.end('The server does not answer; npm run dev has printed why.');
  });
  response.once('close', () => passed.destroy());
  request.pipe(passed);
};

front.on('request', async (request, response) => {
  const { server, console, scan } = await opened;
  const query = /\?.*/s.exec(request.url)?.[0] ?? '';
  if (request.url.startsWith('/scan/')) return scan.middlewares(request, response);
  switch (answererOf(request.url)) {
    case 'server':
    case 'shortLink':
      return pass(server, request, response);
    case 'shopper':
    case 'preview':
      request.url = `/scan/${query}`;
      return scan.middlewares(request, response);
    case 'login':
      request.url = `/login.html${query}`;
  }
  return console.middlewares(request, response);
});

let isEnding = false;
const end = async () => {
  if (isEnding) return;
  isEnding = true;
  front.close();
  const { server, console, scan } = await opened;
  await Promise.all([console.close(), scan.close(), server.end()]);
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());

const parts = await opened.catch((error) => {
  console.error(error.message);
  if (error.name === 'DatabaseTaken') console.error('End it first, or set a DATA_DIR of its own');
  process.exit(1);
});
const folders = ['server/src', 'server/migrations', 'contract/src'].map((folder) => at(folder));
parts.console.watcher.add(folders);
parts.console.watcher.on('all', (event, file) => {
  if (!/^(?:add|change|unlink)$/.test(event) || /\.test\.tsx?$/.test(file)) return;
  if (folders.some((folder) => file.startsWith(folder))) parts.server.renew();
});
console.log(`\n  Pages with hot reload: ${address}/\n`);
