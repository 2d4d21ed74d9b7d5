import { enumeration } from '../../kit/enumeration.ts';

/** Kind of a shop's trade. */
export const ShopType = enumeration(
  { value: 1, label: '商超' },
  { value: 2, label: '便利店' },
  { value: 3, label: '餐饮' },
  { value: 4, label: '烟酒店' },
  { value: 5, label: '母婴店' },
  { value: 6, label: '药店' },
  { value: 7, label: '其他' },
);

/** How much a shop means to its firm. */
export const ShopGrade = enumeration(
  { value: 'A', label: 'A级' },
  { value: 'B', label: 'B级' },
  { value: 'C', label: 'C级' },
  { value: 'D', label: 'D级' },
);

/** What a shop is tied to. */
export const TieKind = enumeration(
  { value: 1, label: '经销商' },
  { value: 2, label: '业务员' },
  { value: 3, label: '渠道' },
);
export type TieKind = (typeof TieKind.options)[number]['value'];
