/** `1,846` */
export const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** `11-20 16:42` of a time of the wire. */
export const shortMoment = (time: string): string => time.slice(5, 16);
