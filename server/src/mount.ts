import type { App } from './kit/app-context.ts';

/** Every domain's mounting, one line each. */
export const domains: ((app: App) => void)[] = [];
