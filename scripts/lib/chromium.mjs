import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge'];

const usual = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** Browsers that an earlier `playwright install` left behind. */
const fromPlaywright = () => {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return [];
  const folders = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name));
  return folders.flatMap((name) =>
    ['chrome-linux', 'chrome-linux64'].map((inner) => join(cache, name, inner, 'chrome')),
  );
};

const find = () => {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const asked = process.env.CHROMIUM_PATH;
  return asked
    ? existsSync(asked)
      ? asked
      : undefined
    : [...onPath, ...usual, ...fromPlaywright()].find((path) => existsSync(path));
};

const install = async () => {
  console.log('Installing Chromium for the browser tests …');
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, capture: true };
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], quiet);
};

/** The browser to test with, installed when we may; undefined when there is none. */
export const ensureChromium = async () => {
  const found = find();
  if (found || process.env.CHROMIUM_PATH) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install();
  return find();
};
