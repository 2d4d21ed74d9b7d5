import { createStore } from './store.ts';

/** Something that went wrong in the page, for the 错误日志 of the top bar. */
export interface LoggedError {
  id: number;
  message: string;
  /** What was being done: a page, a promise, a part of the screen. */
  tag: string;
  url: string;
  stack: string;
  at: string;
}

const most = 50;
let lastId = 0;

export const errorLog = createStore<readonly LoggedError[]>([]);

/** Adds an entry; the oldest beyond 50 is dropped. */
export const logError = (error: unknown, tag: string): void => {
  lastId += 1;
  const known = error instanceof Error ? error : new Error(String(error));
  const entry = {
    id: lastId,
    message: known.message,
    tag,
    url: location.href,
    stack: known.stack ?? '',
    at: new Date().toLocaleTimeString('zh-CN', { hour12: false }),
  };
  errorLog.set([entry, ...errorLog.get()].slice(0, most));
};

/** Listens for errors nobody caught. A refused call is not one: its toast has said it. */
export const watchErrors = (): void => {
  addEventListener('error', (event) => {
    if (event.error) logError(event.error, '脚本');
  });
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    if (reason instanceof Error && (reason.name === 'ApiError' || reason.name === 'AbortError')) event.preventDefault();
    else logError(reason, '异步任务');
  });
};
