import type { BrowserContext } from '@playwright/test';

/** What Chrome 100, Edge 100, Firefox 100 or Safari 15.4 has not. */
const lackingInConsole = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.fromAsync',
  'Array.prototype.findLast',
  'Array.prototype.findLastIndex',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Document.prototype.startViewTransition',
  'Iterator',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'Set.prototype.union',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'URL.canParse',
  'URL.parse',
  'navigation',
  'requestIdleCallback',
  'scheduler',
];

/** What Chrome 70 or Safari 13 has not besides; but `globalThis`, which the journeys themselves run on. */
const lackingOnPhones = [
  ...lackingInConsole,
  'AggregateError',
  'Array.prototype.at',
  'Blob.prototype.arrayBuffer',
  'Blob.prototype.text',
  'Crypto.prototype.randomUUID',
  'Document.prototype.replaceChildren',
  'Element.prototype.animate',
  'Element.prototype.replaceChildren',
  'Object.fromEntries',
  'Object.hasOwn',
  'Promise.allSettled',
  'Promise.any',
  'ResizeObserver',
  'String.prototype.at',
  'String.prototype.matchAll',
  'String.prototype.replaceAll',
  'WeakRef',
  'createImageBitmap',
  'queueMicrotask',
  'structuredClone',
];

/** Takes names from every page that opens from now on, before anything of it runs. */
const take = (context: BrowserContext, names: readonly string[]): Promise<unknown> =>
  context.addInitScript((paths: readonly string[]) => {
    for (const path of paths) {
      const steps = path.split('.');
      const name = steps.pop()!;
      let owner = window as unknown as Record<string, never> | undefined;
      for (const step of steps) owner = owner?.[step];
      if (owner) delete owner[name];
    }
  }, names);

/** Makes of a browser the oldest that the console is served to. */
export const makeOldConsole = (context: BrowserContext): Promise<unknown> => take(context, lackingInConsole);

/** Makes of a browser the oldest that the pages of phones are served to. */
export const makeOldPhone = (context: BrowserContext): Promise<unknown> => take(context, lackingOnPhones);

/** Makes of a browser one that nothing is served to. */
export const makeTooOld = (context: BrowserContext): Promise<unknown> =>
  take(context, [...lackingOnPhones, 'PointerEvent']);
