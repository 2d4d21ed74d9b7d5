import { enumeration } from '../../kit/enumeration.ts';

/** Kind of a shop's trade. */
export const ShopType = enumeration({
  supermarket: { value: 1, label: '商超' },
  convenience: { value: 2, label: '便利店' },
  catering: { value: 3, label: '餐饮' },
  liquor: { value: 4, label: '烟酒店' },
  baby: { value: 5, label: '母婴店' },
  pharmacy: { value: 6, label: '药店' },
  other: { value: 7, label: '其他' },
});

/** How much a shop means to its firm. */
export const ShopGrade = enumeration({
  A: { label: 'A级' },
  B: { label: 'B级' },
  C: { label: 'C级' },
  D: { label: 'D级' },
});

/** What a shop is linked to. */
export const ShopLinkKind = enumeration({
  agent: { value: 1, label: '经销商' },
  salesman: { value: 2, label: '业务员' },
  channel: { value: 3, label: '渠道' },
});
export type ShopLinkKind = (typeof ShopLinkKind.options)[number]['value'];
