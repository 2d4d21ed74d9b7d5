import { NeedUnit } from './need-enums.ts';

/** Items in one of a unit, by a product's pack ratio; 0 where it is not packed so. */
export const toRatio = (unit: number, { boxNum, caseNum }: { boxNum: number; caseNum: number }): number => {
  if (unit === NeedUnit.item) return 1;
  return unit === NeedUnit.box ? boxNum : caseNum * Math.max(boxNum, 1);
};
