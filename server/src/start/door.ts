import { createServer, type RequestListener, type Server } from 'node:http';
import { longestRequestMs } from '../kit/http/cut-slow-senders.ts';

const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>正在启动</title>
<p style="font:16px/1.6 system-ui,sans-serif;text-align:center;margin-top:30vh">追源正在启动，请稍候……</p></html>`;
const answer = JSON.stringify({ code: 503, message: '系统正在启动，请稍后重试', data: null });

/** What is answered while the product starts: a process lives, and can nothing yet. */
const tellToWait: RequestListener = ({ url, headers }, response) => {
  const isPage = headers.accept?.includes('text/html') ?? false;
  const isAlive = url === '/healthz';
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': isPage && !isAlive ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
    connection: 'close',
  });
  response.end(isAlive ? '{"status":"ok"}' : isPage ? page : answer);
};

const reasons: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) => `端口 ${port} 已被占用，请用 PORT 指定其他端口 / port ${port} is taken: set PORT`,
  EACCES: (_host, port) =>
    `没有权限使用端口 ${port}，请用 PORT 指定其他端口 / no permission for port ${port}: set PORT`,
  EADDRNOTAVAIL: (host) => `本机没有地址 ${host}，请检查 HOST / this machine has no address ${host}: check HOST`,
  ENOTFOUND: (host) => `找不到地址 ${host}，请检查 HOST / no such address ${host}: check HOST`,
};

/** The address of the product. It is taken before anything else is done, so that a start that cannot have it has changed nothing. */
export interface Door {
  server: Server;
  /** Takes what will answer, for `serverFactory`. */
  hand: (handler: RequestListener) => Server;
  /** From now on calls are answered by what was handed over. */
  open: () => void;
  /** Takes no more connections, and resolves when the last call is answered. */
  close: () => Promise<void>;
}

/** Takes host and port; rejects with one line for the operator that names them. */
export const takeDoor = async (host: string, port: number): Promise<Door> => {
  let handed = tellToWait;
  let current = tellToWait;
  const server = createServer({ requestTimeout: longestRequestMs, keepAliveTimeout: 72_000 }, (request, response) =>
    current(request, response),
  );
  await new Promise<void>((taken, refuse) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      refuse(new Error(reasons[error.code ?? '']?.(host, port) ?? error.message)),
    );
    server.listen(port, host, taken);
  });
  return {
    server,
    hand: (handler) => {
      handed = handler;
      return server;
    },
    open: () => void (current = handed),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
};
