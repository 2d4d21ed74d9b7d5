import type { RefusalText } from '../kit/codes.ts';

/** Refusals about campaigns and draws (62xxx), worded as the error catalogue has them. */
export const campaignRefusals = {
  noPlace: [62216, '请开启定位后参与'],
  outsideRegions: [62217, '您所在的地区不在活动范围内'],
  outsideRanges: [62218, '该码不在活动范围内'],
} as const satisfies Record<string, RefusalText>;
