/** Pattern of the codes within a region, itself included. */
export const withinRegion = (code: string): string => `${code.replace(/(?:00){1,2}$/, '')}%`;

/** The regions a code lies in, itself last: 330000, 330100, 330106. */
export const regionsAbove = (code: string): string[] => [
  ...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]),
];

/** Whether a region is one of some, or lies in one. */
export const isCovered = (regions: ReadonlySet<string>, code: string): boolean =>
  regionsAbove(code).some((around) => regions.has(around));
