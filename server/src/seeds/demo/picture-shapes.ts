import { create } from 'qrcode';

/** Colours of one drawing: the ground, the thing, and its lighter side. */
export interface Tint {
  ground: string;
  main: string;
  light: string;
}

export const tints = {
  green: { ground: '#E8EDE2', main: '#56744E', light: '#7C9672' },
  purple: { ground: '#ECE6F2', main: '#70589A', light: '#8F7BB3' },
  amber: { ground: '#F3ECD5', main: '#A6822E', light: '#BC9F5A' },
  blue: { ground: '#E2E9F2', main: '#49688F', light: '#6F8AAE' },
  brown: { ground: '#F1E7DA', main: '#8F6038', light: '#AE835E' },
  red: { ground: '#F5E1E0', main: '#A9443F', light: '#C0706B' },
  teal: { ground: '#E0EDEB', main: '#3C7A74', light: '#659B95' },
  slate: { ground: '#E9EAE6', main: '#5C5F57', light: '#80837A' },
} satisfies Record<string, Tint>;

/** Draws on a square of 400; the thing stands on y = 328. */
export type Shape = (tint: Tint) => string;

const shadow = (width: number) => `<ellipse cx="200" cy="330" rx="${width}" ry="14" fill="#18202E" opacity=".08"/>`;
const leaf = (x: number, y: number, fill: string) =>
  `<path d="M${x - 22} ${y + 26}c-8-34 14-54 46-56 2 34-14 58-46 56z" fill="${fill}"/><path d="M${x - 26} ${y + 32}l26-34" stroke="${fill}" stroke-width="5" stroke-linecap="round"/>`;

export const jar: Shape = ({ ground, main, light }) =>
  `${shadow(92)}<rect x="144" y="66" width="112" height="34" rx="8" fill="${light}"/><rect x="128" y="96" width="144" height="232" rx="20" fill="${main}"/>
  <rect x="154" y="160" width="92" height="104" rx="6" fill="${ground}"/>${leaf(200, 212, main)}`;

export const bag: Shape = ({ ground, main, light }) =>
  `${shadow(110)}<path d="M138 80h124l22 46-84-14-84 14z" fill="${light}"/><path d="M110 118q0-6 6-7l36-8h96l36 8q6 1 6 7v196q0 14-14 14H124q-14 0-14-14z" fill="${main}"/>
  <path d="M120 122l20-44h120l20 44" fill="none" stroke="${ground}" stroke-width="5" stroke-linejoin="round"/><rect x="142" y="172" width="116" height="88" rx="40" fill="${ground}"/>`;

export const bottle: Shape = ({ ground, main }) =>
  `${shadow(88)}<path d="M178 52h44v74q0 14 14 30 20 24 20 52v106q0 14-14 14H158q-14 0-14-14V208q0-28 20-52 14-16 14-30z" fill="${main}"/>
  <rect x="144" y="218" width="112" height="70" fill="${ground}"/><path d="M160 242h80M176 262h48" stroke="${main}" stroke-width="7" stroke-linecap="round"/>`;

export const box: Shape = ({ ground, main, light }) =>
  `${shadow(112)}<path d="M200 88l108 52-108 52-108-52z" fill="${light}"/><path d="M92 140l108 52v136L92 270z" fill="${main}"/><path d="M308 140l-108 52v136l108-58z" fill="${main}"/>
  <path d="M92 140l108 52 108-52M200 192v136M142 116l108 52v40" fill="none" stroke="${ground}" stroke-width="5" stroke-linejoin="round"/>`;

export const cup: Shape = ({ ground, main, light }) =>
  `${shadow(92)}<rect x="112" y="92" width="176" height="34" rx="6" fill="${light}"/><path d="M122 134h156l-16 182q-1 12-13 12h-98q-12 0-13-12z" fill="${main}"/>
  <circle cx="200" cy="220" r="40" fill="${ground}"/><circle cx="200" cy="220" r="18" fill="${main}"/>`;

export const report: Shape = ({ main, light }) =>
  `${shadow(96)}<path d="M112 72h132l44 44v212H112z" fill="#fff"/><path d="M244 72l44 44h-44z" fill="${light}"/>
  <path d="M140 152h96M140 182h120M140 212h120M140 242h72" stroke="${light}" stroke-width="7" stroke-linecap="round" opacity=".6"/>
  <circle cx="250" cy="278" r="26" fill="none" stroke="${main}" stroke-width="6"/><path d="M239 278l8 9 15-17" fill="none" stroke="${main}" stroke-width="6" stroke-linecap="round"/>`;

export const hills: Shape = ({ main, light }) =>
  `<circle cx="286" cy="112" r="34" fill="#fff"/><path d="M0 260q90-110 190-40 90-90 210-10v190H0z" fill="${light}" opacity=".7"/><path d="M0 320q110-80 220-20 90-60 180-10v110H0z" fill="${main}"/>
  <path d="M30 352q90-46 170-14M60 380q90-40 180-12M250 342q60-24 110-6" fill="none" stroke="#fff" stroke-width="4" opacity=".5"/>`;

export const shop: Shape = ({ ground, main, light }) =>
  `${shadow(130)}<rect x="92" y="150" width="216" height="178" fill="${light}"/><path d="M84 96h232l20 62H64z" fill="${main}"/>
  <path d="M142 96l-10 62M200 96v62M258 96l10 62" stroke="${ground}" stroke-width="5"/><rect x="116" y="190" width="80" height="72" fill="${ground}"/><rect x="222" y="190" width="60" height="138" fill="${ground}"/>`;

export const moon: Shape = ({ main, light }) =>
  `<circle cx="200" cy="172" r="104" fill="#fff"/><circle cx="200" cy="172" r="104" fill="${light}" opacity=".25"/><path d="M0 330q100-70 200-22 100-58 200-6v98H0z" fill="${main}"/>
  <path d="M150 150h60M176 176h76M140 204h52" stroke="${light}" stroke-width="9" stroke-linecap="round" opacity=".7"/>`;

export const lantern: Shape = ({ ground, main, light }) =>
  `<path d="M200 40v52M200 284v34" stroke="${main}" stroke-width="6"/><rect x="162" y="84" width="76" height="18" rx="5" fill="${light}"/><rect x="162" y="272" width="76" height="18" rx="5" fill="${light}"/>
  <ellipse cx="200" cy="187" rx="104" ry="88" fill="${main}"/><path d="M200 99c-46 36-46 140 0 176M200 99c46 36 46 140 0 176" fill="none" stroke="${ground}" stroke-width="5"/><path d="M186 318v34M200 318v44M214 318v34" stroke="${main}" stroke-width="5" stroke-linecap="round"/>`;

export const emblem: Shape = ({ main, light }) =>
  `<circle cx="200" cy="200" r="132" fill="${main}"/><circle cx="200" cy="200" r="112" fill="none" stroke="#fff" stroke-width="4" opacity=".6"/><path d="M118 250q42-88 82-46 24-58 82 46z" fill="#fff"/><path d="M138 268h124" stroke="${light}" stroke-width="8" stroke-linecap="round"/>`;

/** A code of a text, as phones read it. */
export const codeOf = (text: string): Shape => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = 320 / modules.size;
  let path = '';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`;
  return () =>
    `<rect width="400" height="400" fill="#fff"/><path transform="translate(40 40) scale(${side})" d="${path}" fill="#18202E" shape-rendering="crispEdges"/>`;
};

/** A drawing as an SVG file. */
export const drawing = (shape: Shape, tint: Tint): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="${tint.ground}"/>${shape(tint)}</svg>`;
