/** A place, WGS-84. */
export interface Point {
  lng: number;
  lat: number;
}

/** What geohashes are written with. */
export const letters = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The geohash of seven letters a place lies in: a cell of some 150 metres. */
export const cellOf = ({ lng, lat }: Point): string => {
  const range = { lng: [-180, 180] as [number, number], lat: [-90, 90] as [number, number] };
  let text = '';
  let bits = 0;
  for (let nth = 0; text.length < 7; nth += 1) {
    const [axis, value] = nth % 2 === 0 ? (['lng', lng] as const) : (['lat', lat] as const);
    const [low, high] = range[axis];
    const middle = (low + high) / 2;
    const isUpper = value >= middle;
    range[axis] = isUpper ? [middle, high] : [low, middle];
    bits = bits * 2 + Number(isUpper);
    if (nth % 5 === 4) {
      text += letters[bits];
      bits = 0;
    }
  }
  return text;
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kilometres between two places. */
export const kilometresBetween = (a: Point, b: Point): number => {
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 6371 * 2 * Math.asin(Math.min(1, Math.sqrt(half)));
};

/** The longest run of numbers one after the other. */
export const longestRun = (numbers: readonly number[]): number => {
  let longest = 0;
  let run = 0;
  let last = Number.NaN;
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    run = number === last + 1 ? run + 1 : 1;
    last = number;
    longest = Math.max(longest, run);
  }
  return longest;
};

const tools =
  /headless|phantomjs|selenium|webdriver|playwright|puppeteer|python|curl|wget|okhttp|httpclient|scrapy|^\s*$/i;

/** How far a browser is from WeChat's by what it says of itself: 0 that one, 1 another, 2 a tool or nothing at all. */
export const strangeness = (userAgent: string): 0 | 1 | 2 => {
  if (tools.test(userAgent)) return 2;
  return /micromessenger/i.test(userAgent) ? 0 : 1;
};
