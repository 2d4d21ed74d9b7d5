import { presetOf, type Preset } from './presets.ts';
import { writeStored } from './stored-values.ts';

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The custom properties of a preset that our own css reads. */
const propertiesOf = ({ seed: _seed, name: _name, ...colours }: Preset): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colours).flatMap(([shade, colour]) => (colour ? [[`--zy-${dashed(shade)}`, colour]] : [])),
  );

/** Draws the page in a preset and a mode, in one frame: nothing fades from the one to the other. */
export const paint = (seed: string, isDark: boolean): void => {
  const root = document.documentElement;
  root.classList.add('painting');
  root.classList.toggle('dark', isDark);
  root.removeAttribute('style');
  for (const [name, colour] of Object.entries(propertiesOf(presetOf(seed, isDark))))
    root.style.setProperty(name, colour);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#101318' : '#f3f5f8');
  requestAnimationFrame(() => root.classList.remove('painting'));
};

/** Keeps the colours of a preset in this browser, for the script that paints a page before anything else has loaded. */
export const keepPaint = (seed: string): void =>
  writeStored('theme-colors', { light: propertiesOf(presetOf(seed, false)), dark: propertiesOf(presetOf(seed, true)) });
