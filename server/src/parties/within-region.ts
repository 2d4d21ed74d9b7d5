/** Pattern of the codes within a region, itself included. */
export const withinRegion = (code: string): string => `${code.replace(/(?:00){1,2}$/, '')}%`;
