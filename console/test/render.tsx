import { listViewApi, type OwnLists } from '@zhuiyuan/contract/settings/list-view';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { act, useEffect, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router';
import { connectConfirm, connectToast } from '../src/lib/toast.ts';

const open = new Set<{ root: Root; box: HTMLElement }>();

/** Lets promises and timers that are due run inside `act`. */
export const settle = async (ms = 0): Promise<void> => {
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));
};

/** Waits until something holds, for ten seconds at most; the test's own expectation then says what is missing. */
export const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await settle(20);
};

const Toasts = () => {
  const { message, modal } = App.useApp();
  connectToast(message);
  connectConfirm(modal);
  return null;
};

let shown = '';
const Address = () => {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shown = pathname + search;
  }, [pathname, search]);
  return null;
};

/** Path and search of the router of the last render. */
export const address = (): string => decodeURIComponent(shown);

/** Draws an element within router, cache and toasts, and waits until it has settled. */
export const render = async (element: ReactNode, at = '/'): Promise<HTMLElement> => {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  open.add({ root, box });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[at]}>
          <ConfigProvider button={{ autoInsertSpace: false }}>
            <App>
              <Toasts />
              <Address />
              {element}
            </App>
          </ConfigProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await settle();
  return box;
};

/** Takes everything drawn off the page; call it after each test. */
export const clear = async (): Promise<void> => {
  for (const each of open) {
    await act(async () => each.root.unmount());
    each.box.remove();
  }
  open.clear();
  document.body.replaceChildren();
  localStorage.clear();
};

/** Gives elements a width: jsdom measures nothing, and a list's table waits for one. */
export const sized = (): void => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 });
  globalThis.ResizeObserver = class implements ResizeObserver {
    constructor(private readonly changed: ResizeObserverCallback) {}
    observe() {
      this.changed([], this);
    }
    unobserve() {}
    disconnect() {}
  };
};

/** Types into an input as a person does: the value changes and React hears of it. */
export const type = (input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> =>
  act(async () => {
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value')?.set;
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

/** Presses a key on an element. */
export const press = (element: Element, key: string, init: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });

export const click = (element: Element | null | undefined): Promise<void> =>
  act(async () => {
    if (!(element instanceof HTMLElement)) throw new Error('Nothing to click');
    element.click();
  });

/** The element whose own text is exactly this. */
export const byText = (text: string, within: ParentNode = document): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>('*')].findLast((each) => each.textContent?.trim() === text);

interface Reply {
  code?: number;
  message?: string;
  data: unknown;
}

/** Answers every call of the console with what `reply` gives, as an envelope; lists look as they do to a new person unless it says otherwise. */
export const answer = (
  reply: (url: URL, body: Record<string, unknown>) => Reply | Promise<Reply>,
  own: OwnLists = { lists: [], views: [] },
): URL[] => {
  const asked: URL[] = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://console.test');
    if (url.pathname.endsWith(listViewApi.own.path)) return Response.json({ code: 200, message: '', data: own });
    asked.push(url);
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    return Response.json(
      { code: 200, message: '', ...(await reply(url, body)) },
      { headers: { 'x-request-id': 'r-1' } },
    );
  };
  return asked;
};
