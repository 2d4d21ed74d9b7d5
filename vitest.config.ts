import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { antdIcons, iconFiles } from './console/icon-files.ts';
import { reactAliases } from './scan/react-aliases.ts';

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
    experimental: { fsModuleCache: true },
    // Half of a test's time is PostgreSQL's: a core less than there are, as is the default, would leave one idle.
    maxWorkers: availableParallelism(),
    // What is waited for comes at once on a machine that does nothing else; how late it may come on a busy one is no behaviour.
    expect: { poll: { timeout: 40_000 } },
    projects: [
      workspace('contract', { environment: 'node' }),
      workspace('server', {
        environment: 'node',
        // Loading the whole server anew for each file would take longer than most of them.
        isolate: false,
        // What may be collected is, when a test asks for it.
        // A young generation of the usual size is collected all the time: a fifth of what the processes of tests compute.
        execArgv: ['--expose-gc', '--max-semi-space-size=64'],
        globalSetup: `${import.meta.dirname}/server/test/global-setup.ts`,
        setupFiles: setupFiles('server'),
        testTimeout: 120_000,
        hookTimeout: 240_000,
      }),
      // So would the library of screens.
      {
        ...workspace('console', {
          environment: 'jsdom',
          isolate: false,
          setupFiles: setupFiles('console'),
          // Its icons are made by the plugin, which modules that Node loads by itself do not pass.
          alias: [{ find: /^antd$/, replacement: 'antd/es' }],
          testTimeout: 60_000,
        }),
        plugins: [iconFiles, antdIcons],
      },
      workspace('scan', { environment: 'jsdom', setupFiles: setupFiles('scan'), alias: reactAliases }),
    ],
  },
});
