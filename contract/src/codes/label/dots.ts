/** Dots an inch that printers of labels have. */
export const resolutions = [203, 300, 600] as const;
export const usualDpi: (typeof resolutions)[number] = 300;

/** What a reader makes out: dots of each module, and how wide it is at least in millimetres. */
const readable = {
  /** By a phone's camera. */
  qr: { dots: 3, mm: 0.25 },
  /** By a hand scanner. */
  barcode: { dots: 2, mm: 0.165 },
} as const;
type Kind = keyof typeof readable;

/** Modules that stay empty on either side of a bar code (ISO/IEC 15417, GS1 General Specifications 5.2.3). */
export const quietModules = { code128: 10, ean13: 11 } as const;

const dotMm = (dpi: number): number => 25.4 / dpi;
const nearly = 1e-6;

/** Whole dots that a side of so many millimetres has for each of its modules. */
export const moduleDots = (side: number, modules: number, dpi: number): number =>
  Math.floor(side / modules / dotMm(dpi) + nearly);

/** Dots that a module needs to be read. */
export const leastDots = (kind: Kind, dpi: number): number =>
  Math.max(readable[kind].dots, Math.ceil(readable[kind].mm / dotMm(dpi) - nearly));

/** The shortest side in millimetres, to a tenth, on which so many modules can be read. */
export const leastSide = (kind: Kind, modules: number, dpi: number): number =>
  Math.ceil(modules * leastDots(kind, dpi) * dotMm(dpi) * 10 - nearly) / 10;

/**
 * Modules that are whole dots, in the middle of their side: bars that come out one dot thicker here and there are not read. Where there
 * is not even a dot for each, they fill the side.
 */
export const onDots = (from: number, side: number, modules: number, dpi: number): { from: number; module: number } => {
  const dots = moduleDots(side, modules, dpi);
  if (dots < 1) return { from, module: side / modules };
  const module = dots * dotMm(dpi);
  return { from: Math.round((from + (side - module * modules) / 2) / dotMm(dpi)) * dotMm(dpi), module };
};
