import { presetOf } from './presets.ts';

/** Sets the custom properties our own css reads, for a preset. */
export const applyPreset = (seed: string): void => {
  const d = presetOf(seed);
  const names = {
    action: d.action,
    hover: d.hover,
    press: d.press,
    tint1: d.tint1,
    tint2: d.tint2,
    tint3: d.tint3,
    seed: d.seed,
    chart1: d.chart1,
    side: d.side,
    'side-mark': d.sideMark,
  };
  for (const [name, value] of Object.entries(names)) document.documentElement.style.setProperty(`--zy-${name}`, value);
};
