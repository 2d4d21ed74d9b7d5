import type { PlayTheme } from './campaign-states.ts';

/**
 * The colours of a theme: the page, the panel of what is played, its button and that when pressed. Cream on the first two and white on the others are readable.
 * Apart from the states, so that a shopper's phone gets colours without the library that checks input.
 */
export const playColors: Record<PlayTheme, { ground: string; panel: string; hub: string; pressed: string }> = {
  red: { ground: '#7e1f17', panel: '#5a130e', hub: '#a8321f', pressed: '#97291a' },
  jade: { ground: '#14513f', panel: '#0b3327', hub: '#1b7257', pressed: '#15604a' },
  navy: { ground: '#1d3461', panel: '#112141', hub: '#2f5aa8', pressed: '#274d92' },
  plum: { ground: '#4b2363', panel: '#2f1441', hub: '#7a3fa0', pressed: '#6b358e' },
  tea: { ground: '#5b3a1f', panel: '#3a2410', hub: '#8a5424', pressed: '#77471c' },
};
