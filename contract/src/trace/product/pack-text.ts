/** Items in one large box: `caseNum` boxes of `boxNum` items, or `caseNum` items where there is no small box. */
export const itemsPerCase = ({ caseNum, boxNum }: { caseNum: number; boxNum: number }): number =>
  caseNum * Math.max(boxNum, 1);

/** Pack ratio in words: `1大箱=6小箱=36盒`, `1小箱=6盒`, or 未设置. */
export const packText = ({ caseNum, boxNum, unit }: { caseNum: number; boxNum: number; unit: string }): string => {
  if (caseNum > 0 && boxNum > 0) return `1大箱=${caseNum}小箱=${itemsPerCase({ caseNum, boxNum })}${unit}`;
  if (caseNum > 0) return `1大箱=${caseNum}${unit}`;
  if (boxNum > 0) return `1小箱=${boxNum}${unit}`;
  return '未设置';
};
