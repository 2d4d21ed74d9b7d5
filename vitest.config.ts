import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const workspace = (name: string, options: object) => ({
  extends: true as const,
  test: {
    name,
    root: `./${name}`,
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['dist/**', 'node_modules/**'],
    ...options,
  },
});

const setupFiles = (name: string): string[] =>
  [`${import.meta.dirname}/${name}/test/setup.ts`].filter((file) => existsSync(file));

export default defineConfig({
  test: {
    projects: [
      workspace('contract', { environment: 'node' }),
      workspace('server', {
        environment: 'node',
        globalSetup: `${import.meta.dirname}/server/test/global-setup.ts`,
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      workspace('console', { environment: 'jsdom', setupFiles: setupFiles('console'), testTimeout: 30_000 }),
      workspace('scan', { environment: 'jsdom', setupFiles: setupFiles('scan') }),
    ],
  },
});
