import type { Make } from '../foreign.ts';

const prize = '/admin/lottery/prize';
const scope = '/admin/lottery/scope';
const redType = '/admin/lottery/red/type';
const activity = '/admin/lottery/active';
const claim = '/admin/lottery/claim';
const redeem = '/admin/lottery/redeem';
const goods = { prizeType: 2, faceValue: 100, claimMode: 2, image: '/media/x.png' };

const ofActivity: Make = ({ activityId }) => ({ id: activityId });
const ofLive: Make = ({ liveActivityId }) => ({ id: liveActivityId });

/** Calls about what campaigns are made of that point at rows of another firm. */
export const campaignInputs: Record<string, Make> = {
  [`${prize}/list`]: ({ firmId }) => ({ firmId }),
  [`${prize}/list/all`]: ({ prizeId }) => ({ ids: [prizeId] }),
  [`${prize}/info`]: ({ prizeId }) => ({ id: prizeId }),
  [`${prize}/save`]: ({ firmId }) => ({ firmId, name: '走走奖', ...goods }),
  [`${prize}/update`]: ({ prizeId }) => ({ id: prizeId, name: '走走奖', ...goods }),
  [`${prize}/copy`]: ({ prizeId }) => ({ id: prizeId }),
  [`${prize}/update/status`]: ({ prizeId }) => ({ id: prizeId, status: 1 }),
  [`${prize}/delete`]: ({ prizeId }) => ({ id: prizeId }),
  [`${prize}/delete/ids`]: ({ prizeId }) => ({ ids: [prizeId] }),
  [`${prize}/export`]: ({ prizeId, firmId }) => ({ ids: String(prizeId), firmId }),
  [`${scope}/list`]: ({ firmId }) => ({ firmId }),
  [`${scope}/list/all`]: ({ scopeId }) => ({ ids: [scopeId] }),
  [`${scope}/info`]: ({ scopeId }) => ({ id: scopeId }),
  [`${scope}/save`]: ({ firmId }) => ({ firmId, name: '走走范围' }),
  [`${scope}/update`]: ({ scopeId }) => ({ id: scopeId, name: '走走范围' }),
  [`${scope}/update/status`]: ({ scopeId }) => ({ id: scopeId, status: 1 }),
  [`${scope}/delete`]: ({ scopeId }) => ({ id: scopeId }),
  [`${scope}/delete/ids`]: ({ scopeId }) => ({ ids: [scopeId] }),
  [`${scope}/test`]: ({ scopeId, code }) => ({ scopeId, code, regionCode: '330106' }),
  [`${redType}/list`]: ({ firmId }) => ({ firmId }),
  [`${redType}/list/all`]: ({ redTypeId }) => ({ ids: [redTypeId] }),
  [`${redType}/info`]: ({ redTypeId }) => ({ id: redTypeId }),
  [`${redType}/save`]: ({ firmId }) => ({ firmId, des: '走走红包', payKind: 2, scene: 'PRODUCT_2' }),
  [`${redType}/update`]: ({ redTypeId }) => ({ id: redTypeId, des: '走走红包', payKind: 2, scene: 'PRODUCT_2' }),
  [`${redType}/update/status`]: ({ redTypeId }) => ({ id: redTypeId, status: 1 }),
  [`${redType}/delete`]: ({ redTypeId }) => ({ id: redTypeId }),
  [`${redType}/delete/ids`]: ({ redTypeId }) => ({ ids: [redTypeId] }),
  [`${activity}/list`]: ({ firmId }) => ({ firmId }),
  [`${activity}/list/all`]: ({ activityId }) => ({ ids: [activityId] }),
  [`${activity}/info`]: ofActivity,
  [`${activity}/get/info`]: ofActivity,
  [`${activity}/board`]: ({ firmId }) => ({ firmId }),
  [`${activity}/save`]: ({ firmId }) => ({ firmId, actName: '走走活动' }),
  [`${activity}/update`]: ({ activityId }) => ({ id: activityId, actName: '走走活动' }),
  [`${activity}/copy`]: ofActivity,
  [`${activity}/check`]: ({ activityId }) => ({ id: activityId, actName: '走走活动' }),
  [`${activity}/publish`]: ofActivity,
  [`${activity}/withdraw`]: ofLive,
  [`${activity}/pause`]: ofLive,
  [`${activity}/resume`]: ofLive,
  [`${activity}/end`]: ({ liveActivityId }) => ({ id: liveActivityId, reason: '越权' }),
  [`${activity}/budget/add`]: ({ liveActivityId }) => ({ id: liveActivityId, amount: 100 }),
  [`${activity}/stock/add`]: ({ tierId }) => ({ tierId, qty: 5 }),
  [`${activity}/tier/status`]: ({ tierId }) => ({ tierId, isOn: false }),
  [`${activity}/weight/save`]: ({ liveActivityId, tierId }) => ({
    id: liveActivityId,
    version: 1,
    reason: '越权',
    entries: [{ tierId, weight: 5000 }],
  }),
  [`${activity}/weight/list`]: ofLive,
  [`${activity}/delete`]: ofActivity,
  [`${activity}/delete/ids`]: ({ activityId }) => ({ ids: [activityId] }),
  [`${activity}/recycle/list`]: ({ firmId }) => ({ firmId }),
  [`${activity}/recover`]: ({ recycledActivityId }) => ({ ids: [recycledActivityId] }),
  [`${activity}/completely/delete`]: ({ recycledActivityId }) => ({ ids: [recycledActivityId] }),
  [`${activity}/export`]: ({ activityId, firmId }) => ({ ids: String(activityId), firmId }),
  [`${claim}/list`]: ({ firmId }) => ({ firmId }),
  [`${claim}/sums`]: ({ firmId }) => ({ firmId }),
  [`${claim}/export`]: ({ claimId, firmId }) => ({ ids: String(claimId), firmId }),
  [`${claim}/collect`]: ({ claimId }) => ({ id: claimId }),
  [`${claim}/extend`]: ({ claimId }) => ({ ids: [claimId], until: '2027-01-31' }),
  [`${claim}/close`]: ({ claimId }) => ({ ids: [claimId], reason: '越权' }),
  [`${redeem}/list`]: ({ firmId }) => ({ firmId }),
  [`${redeem}/info`]: ({ redemptionId }) => ({ id: redemptionId }),
  [`${redeem}/export`]: ({ redemptionId, firmId }) => ({ ids: String(redemptionId), firmId }),
  [`${redeem}/audit`]: ({ redemptionId }) => ({ ids: [redemptionId], pass: true }),
  [`${redeem}/ship`]: ({ redemptionId }) => ({ id: redemptionId, shipCompany: '顺丰速运', shipNo: 'SF12345678' }),
  [`${redeem}/finish`]: ({ redemptionId }) => ({ id: redemptionId }),
  [`${redeem}/close`]: ({ redemptionId }) => ({ id: redemptionId, reason: '越权' }),
  '/admin/lottery/fair/epoch/list': ofLive,
  '/admin/lottery/draw/log/list': ofLive,
};
