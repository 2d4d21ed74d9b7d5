import { Judgement } from '@zhuiyuan/contract/diversion/diversion';
export interface ScanPlace {
  province: string;
  city: string;
  district: string;
}

export interface Point {
  lng: number | null;
  lat: number | null;
}

/** Whether a place lies in one of some regions, each given by the names that lead to it. What is not known of the place counts for it. */
export const liesIn = (place: ScanPlace, regions: readonly string[][]): boolean =>
  regions.some(([province, city, district]) => {
    if (place.province !== province) return false;
    if (city && place.city && place.city !== city) return false;
    return !(district && place.district && place.district !== district);
  });

/** 判定 of a code by the regions of whoever has it: who has none may sell anywhere. */
export const judgePlace = ({
  isShipped,
  regions,
  scan,
}: {
  isShipped: boolean;
  regions: readonly string[][];
  scan: ScanPlace | undefined;
}): (typeof Judgement.options)[number]['value'] => {
  if (!isShipped) return Judgement.unshipped;
  if (!scan || !scan.province) return Judgement.unscanned;
  return regions.length === 0 || liesIn(scan, regions) ? Judgement.normal : Judgement.diverted;
};

const radian = Math.PI / 180;

/** Kilometres between two points on the earth, to one decimal; null where one of them is unknown. */
export const kilometresBetween = (a: Point | undefined, b: Point | undefined): number | null => {
  if (!a || !b || a.lng === null || a.lat === null || b.lng === null || b.lat === null) return null;
  const half = (degrees: number) => Math.sin((degrees * radian) / 2) ** 2;
  const h = half(b.lat - a.lat) + Math.cos(a.lat * radian) * Math.cos(b.lat * radian) * half(b.lng - a.lng);
  return Math.round(12_742 * Math.asin(Math.sqrt(h)) * 10) / 10;
};
