import { vi } from 'vitest';

/** Tries until it throws nothing, as long as `expect.poll` does: a busy machine takes what it takes. Answers what it gave at last. */
export const eventually = <T>(
  check: () => T | Promise<T>,
  options: { timeout?: number; interval?: number } = {},
): Promise<T> => vi.waitFor(check, { timeout: 40_000, ...options });
