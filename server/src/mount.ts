import { mountGame } from './campaign/activity/game.ts';
import { mountActivity } from './campaign/activity/activity.ts';
import { mountTemplateOfActivity } from './campaign/template/template.ts';
import { mountDrawLog } from './campaign/activity/draw-log.ts';
import { mountPartLog } from './campaign/activity/part-log.ts';
import { mountRunActivities } from './campaign/activity/run-activities.ts';
import { mountExpireClaims } from './campaign/draw/expire-claims.ts';
import { mountExpirePoints } from './member/expire-points.ts';
import { mountHold } from './campaign/hold/hold.ts';
import { mountUnpack } from './campaign/unpack/unpack.ts';
import { mountPurgeTraces } from './risk/purge-traces.ts';
import { mountChallenge } from './campaign/ticket/challenge.ts';
import { mountTellPhone } from './campaign/visit/mount-phone.ts';
import { mountPublicDraw } from './campaign/draw/public-draw.ts';
import { mountAccount } from './account/account.ts';
import { mountAdmin } from './access/admin.ts';
import { mountAuditLog } from './access/audit-log.ts';
import { mountMenu } from './access/menu.ts';
import { mountOwnAccount } from './access/own-account.ts';
import { mountRole } from './access/role.ts';
import { mountPublicPacket } from './red/code/public-packet.ts';
import { mountRedCode } from './red/code/red-code.ts';
import { mountRunBatches } from './red/code/run-batches.ts';
import { mountRedActive } from './red/active/red-active.ts';
import { mountRunRedActives } from './red/active/run-red-actives.ts';
import { mountMyPackets } from './red/send/public-my-packets.ts';
import { mountRedSend } from './red/send/red-send.ts';
import { mountSession } from './access/session.ts';
import { mountPrize } from './campaign/prize/prize.ts';
import { mountRedType } from './campaign/red-type/red-type.ts';
import { mountScope } from './campaign/scope/scope.ts';
import { mountCategories } from './category/category.ts';
import { mountDiversion } from './diversion/diversion.ts';
import { mountCodeOp } from './codes/ops/code-op.ts';
import { keepCodes } from './codes/upkeep/keep-codes.ts';
import { mountCodeExport } from './codes/export/code-export.ts';
import { mountMould } from './codes/label/mould.ts';
import { mountExtImport } from './codes/import/ext-import.ts';
import { mountChannelChange } from './codes/ops/channel-change.ts';
import { mountIdentity } from './codes/lookup/identity.ts';
import { mountTemplatePreview } from './scan/query/template-preview.ts';
import { mountPublicTrace } from './scan/query/public-trace.ts';
import { mountComplaint } from './scan/log/complaint.ts';
import { mountScanLog } from './scan/log/scan-log.ts';
import { mountQuerySetting } from './scan/query/query-setting.ts';
import { mountPublicUpload } from './scan/query/public-upload.ts';
import { mountTask } from './codes/tasks/task.ts';
import { conditionWords } from './condition-words.ts';
import type { App } from './kit/http/app-context.ts';
import { mountJobs } from './jobs/mount.ts';
import { mountLibrary } from './media/mount.ts';
import { mountAgent } from './parties/agent/agent.ts';
import { mountAgentDeductible } from './parties/deductible/agent-deductible.ts';
import { mountChannel } from './parties/channel/channel.ts';
import { mountFieldwork } from './fieldwork/fieldwork.ts';
import { mountShopJoin } from './fieldwork/join-shop.ts';
import { mountFieldMoves } from './fieldwork/move-goods.ts';
import { mountFirm } from './parties/firm/firm.ts';
import { mountShop } from './parties/shop/shop.ts';
import { mountShopSettlement } from './parties/deductible/shop-settlement.ts';
import { mountPromoter } from './parties/promoter/promoter.ts';
import { mountShopApply } from './parties/shop/shop-apply.ts';
import { mountShopInvite } from './parties/shop/shop-invite.ts';
import { mountShopLink } from './parties/shop/shop-link.ts';
import { mountInspection } from './parties/inspector/inspection.ts';
import { mountInspector } from './parties/inspector/inspector.ts';
import { mountSalesman } from './parties/salesman/salesman.ts';
import { mountDocuments } from './movement/document/deliver.ts';
import { mountPackLog } from './packing/pack-log.ts';
import { mountPacking } from './packing/packing.ts';
import { mountMerchant } from './fund/merchant/merchant.ts';
import { mountAssets } from './fund/pool/assets.ts';
import { mountPool } from './fund/pool/pool.ts';
import { mountNodeConf } from './registration/node-conf.ts';
import { mountPublicClaim } from './payout/cash/public-claim.ts';
import { mountCensus } from './payout/census/census.ts';
import { findMerchants } from './payout/find-merchant.ts';
import { mountPayout } from './payout/mount.ts';
import { openMerchants } from './payout/pay-merchants.ts';
import { workReconciliation } from './payout/recon/reconcile-job.ts';
import { mountRecon } from './payout/recon/recon.ts';
import { mountRedInfo } from './payout/records/red-info.ts';
import { mountBinding } from './redeem/binding.ts';
import { mountBlack } from './consumer/black.ts';
import { mountConsumerConfig } from './consumer/consumer-config.ts';
import { mountConsumer } from './consumer/consumer.ts';
import { mountRiskRule } from './consumer/risk-rule.ts';
import { mountClaimList } from './claim/claim-list.ts';
import { mountPublicRedeem } from './claim/public-redeem.ts';
import { mountRedemptionJobs } from './claim/redemption-jobs.ts';
import { mountRedemption } from './claim/redemption.ts';
import { mountFieldRedeem } from './redeem/field-redeem.ts';
import { mountDuct } from './settlement/duct.ts';
import { mountShopPay } from './settlement/store/shop-pay.ts';
import { mountStore } from './settlement/store/store.ts';
import { mountStoreTrace } from './settlement/store/store-trace.ts';
import { mountRemit } from './settlement/remit.ts';
import { mountVerification } from './redeem/verification.ts';
import { mountRegistration } from './registration/registration.ts';
import { mountSettings } from './settings/mount.ts';
import { mountNeedApply } from './movement/replenish/need-apply.ts';
import { mountNeedOrder } from './movement/replenish/need-order.ts';
import { mountShip } from './movement/ship/ship.ts';
import { mountSign } from './movement/sign/sign.ts';
import { mountMessages } from './message/mount.ts';
import { mountHome } from './stats/home.ts';
import { mountScanDetail } from './stats/scans/scan-detail.ts';
import { runFigures } from './stats/figures/run-figures.ts';
import { mountAi } from './stats/overview/ai.ts';
import { mountCustomerOverview } from './stats/overview/customer.ts';
import { mountAssetFigures } from './stats/overview/asset-figures.ts';
import { mountWall } from './stats/overview/wall.ts';
import { mountMoneyChecks } from './money-checks.ts';
import { mountSearch } from './search/search.ts';
import { mountNotices } from './stats/notices.ts';
import { mountIdentityHome } from './stats/identity-home.ts';
import { mountStatScreens } from './stats/screens/stat-screens.ts';
import { mountFlowType } from './trace/flow/flow-type.ts';
import { mountFlow } from './trace/flow/flow.ts';
import { mountLot } from './trace/lot/lot.ts';
import { mountPoliceEvent } from './police/event.ts';
import { mountPoliceRule } from './police/rule.ts';
import { mountRunPolice } from './police/run-police.ts';
import { mountProduct } from './trace/product/product.ts';
import { mountTemplate } from './trace/template/template.ts';

/** Whatever pays shares merchants that are opened once. */
const mountPayouts = (app: App): void => {
  const merchants = openMerchants(findMerchants(app.config));
  for (const mount of [mountPayout, mountPublicClaim, mountRedInfo, workReconciliation]) mount(app, merchants);
};

/** Every domain's mounting, one line each. */
export const domains: ((app: App) => void)[] = [
  mountSession,
  mountOwnAccount,
  mountRole,
  mountAdmin,
  mountMenu,
  mountAuditLog,
  mountLibrary,
  (app) => mountJobs(app, conditionWords),
  mountCategories,
  mountSettings,
  mountAccount,
  mountFirm,
  mountShop,
  mountShopApply,
  mountShopInvite,
  mountShopLink,
  mountShopSettlement,
  mountPromoter,
  mountChannel,
  mountAgent,
  mountAgentDeductible,
  mountSalesman,
  mountInspector,
  mountInspection,
  mountProduct,
  mountLot,
  mountTemplate,
  mountFlowType,
  mountFlow,
  mountHome,
  mountScanDetail,
  runFigures,
  mountNotices,
  mountSearch,
  mountIdentityHome,
  mountAssetFigures,
  mountAi,
  mountCustomerOverview,
  mountWall,
  mountStatScreens,
  mountTask,
  mountCodeOp,
  keepCodes,
  mountChannelChange,
  mountIdentity,
  mountExtImport,
  mountCodeExport,
  mountMould,
  mountTemplatePreview,
  mountPublicTrace,
  mountQuerySetting,
  mountPublicUpload,
  mountScanLog,
  mountComplaint,
  mountDiversion,
  mountFieldwork,
  mountShopJoin,
  mountFieldMoves,
  mountRegistration,
  mountPacking,
  mountPackLog,
  mountDocuments,
  mountNodeConf,
  mountMerchant,
  mountPool,
  mountAssets,
  mountShip,
  mountSign,
  mountNeedApply,
  mountNeedOrder,
  mountPrize,
  mountScope,
  mountRedType,
  mountPayouts,
  mountRecon,
  mountCensus,
  mountRedCode,
  mountRunBatches,
  mountPublicPacket,
  mountRedActive,
  mountRunRedActives,
  mountRedSend,
  mountMyPackets,
  mountActivity,
  mountGame,
  mountTemplateOfActivity,
  mountDrawLog,
  mountPartLog,
  mountRunActivities,
  mountPublicDraw,
  mountChallenge,
  mountTellPhone,
  mountConsumer,
  mountBlack,
  mountRiskRule,
  mountConsumerConfig,
  mountPoliceEvent,
  mountPoliceRule,
  mountRunPolice,
  mountPurgeTraces,
  mountHold,
  mountUnpack,
  mountExpireClaims,
  mountExpirePoints,
  mountMoneyChecks,
  mountFieldRedeem,
  mountRemit,
  mountStore,
  mountStoreTrace,
  mountShopPay,
  mountDuct,
  mountVerification,
  mountBinding,
  mountClaimList,
  mountRedemption,
  mountPublicRedeem,
  mountRedemptionJobs,
  mountMessages,
];
