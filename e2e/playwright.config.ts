import { defineConfig } from '@playwright/test';

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

// In a worker: the server that is its own.
const worker = process.env.TEST_PARALLEL_INDEX;
if (worker) for (const name of ['E2E_URL', 'E2E_DATA']) process.env[name] = process.env[`${name}_${worker}`];

export default defineConfig({
  testDir: './journeys',
  globalSetup: './start-server.ts',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // A journey fails by what it sees, not by a slow machine.
  timeout: 600_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  reportSlowTests: null,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    // A step that waits for what never comes is told of long before the journey's own end.
    actionTimeout: 90_000,
    // What moves is waited for at every click.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without a locale that knows Chinese letters Chromium calls every file it saves "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // A page lives for seconds: what is made faster in it is thrown away before that pays, and took a third of all a browser did.
        '--js-flags=--no-maglev --no-turbofan',
        ...asRoot,
      ],
    },
  },
});
