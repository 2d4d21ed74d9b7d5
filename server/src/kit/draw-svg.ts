import { openSharp, type Sharp } from './sharp.ts';

const sharp = openSharp(['svg']);

/** A drawing of our own as a picture. Nothing that somebody sent may be part of it: a drawing can keep its reader busy for hours. */
export const drawSvg = (svg: string, density = 72): Sharp => sharp(Buffer.from(svg), { density });
