import type { Foreign } from './foreign.ts';
import { redDrafts } from './full-drafts/red.ts';
import { campaignDrafts } from './full-drafts/campaign.ts';
import { policeDrafts } from './full-drafts/police.ts';
import { consumerDrafts } from './full-drafts/consumer.ts';
import { fundDrafts } from './full-drafts/fund.ts';
import { movementDrafts } from './full-drafts/movement.ts';
import { partiesDrafts } from './full-drafts/parties.ts';
import { replenishDrafts } from './full-drafts/replenish.ts';
import { systemDrafts } from './full-drafts/system.ts';
import { traceDrafts } from './full-drafts/trace.ts';

/** Numbers of the rows a draft can name: a firm with one of everything, and seconds of some. */
export type Rows = Foreign & Record<SecondRow, number>;
type SecondRow =
  | 'roleId'
  | 'menuId'
  | 'otherMenuId'
  | 'grantedMenuId'
  | 'otherGrantedMenuId'
  | 'classId'
  | 'otherFolderId'
  | 'otherAgentId'
  | 'otherSalesmanId'
  | 'otherChannelId'
  | 'otherPromoterId'
  | 'supplierId'
  | 'dealerId'
  | 'goodsId'
  | 'otherGoodsId'
  | 'ownApplyId'
  | 'ownOrderId';

/** How a call that changes a row is tried. */
export interface FullDraft {
  /** Every field filled with something that is not what it has by itself. */
  draft: (rows: Rows) => Record<string, unknown>;
  /** Fields that are written and never read back. */
  secrets?: readonly string[];
  /** Fields that null leaves as they are, or that must not be null while the others are filled. */
  keptWhenBlank?: readonly string[];
  /** Fields with only one value that this row can have. */
  fixed?: readonly string[];
  /** Fields that are cleared together. */
  together?: readonly (readonly string[])[];
  /** Tables that keep the former values of a change. */
  history?: readonly string[];
  /** Calls whose answer may be sent back as it came. */
  shown?: readonly string[];
  /** Fields those answers tell in another shape. */
  otherShape?: readonly string[];
}

/** A draft for every call that changes a row. A new call that `changes` one belongs in one of these. */
export const fullDrafts: Record<string, FullDraft> = {
  ...systemDrafts,
  ...partiesDrafts,
  ...traceDrafts,
  ...movementDrafts,
  ...replenishDrafts,
  ...campaignDrafts,
  ...redDrafts,
  ...fundDrafts,
  ...consumerDrafts,
  ...policeDrafts,
};

/** Logged changes that are acts: what they ask for is said anew each time, and nothing of a row is left out. */
export const acts: ReadonlySet<string> = new Set([
  '/admin/lottery/customer/black',
  '/admin/lottery/message/resend',
  '/admin/lottery/message/template/sync',
  '/admin/lottery/message/setting/update',
  '/admin/lottery/message/setting/quota',
  '/admin/lottery/black/term',
  '/admin/lottery/risk/hit/handle',
  ...['accept', 'accept/ids', 'assign', 'handle', 'ignore', 'ignore/ids'].map(
    (act) => `/admin/lottery/police/event/${act}`,
  ),
  '/admin/lottery/police/hit/judge',
  '/admin/identity/agent/clear/deductible',
  '/admin/lottery/red/info/resend',
  '/admin/lottery/red/info/cancel',
  '/admin/lottery/red/info/close',
  '/admin/lottery/red/info/sync',
  '/admin/lottery/red/bar/void',
  '/admin/lottery/red/bar/freeze',
  '/admin/lottery/red/bar/unfreeze',
  '/admin/identity/shop/ver/log/clear/deductible',
  '/admin/identity/firm/audit',
  '/admin/identity/firm/quota',
  '/admin/identity/shop/audit',
  // taken back, or noted
  '/admin/lottery/prize/ver/update',
  '/admin/identity/shopAss/batch',
  '/admin/identity/shopAss/update',
  '/admin/identity/shopAss/unbind',
  '/admin/lottery/redeem/audit',
  '/admin/identity/flow/audit',
  '/admin/identity/task/audit',
  '/admin/identity/batch/use',
  '/admin/identity/batch/update',
  '/admin/identity/batch/freeze',
  '/admin/identity/batch/unfreeze',
  '/admin/identity/batch/undo',
  '/admin/identity/channel/change',
  ...['submit', 'withdraw', 'accept', 'audit'].map((act) => `/admin/identity/needApply/${act}`),
  ...['cancel', 'close', 'pay', 'deduct'].map((act) => `/admin/identity/needOrder/${act}`),
  '/admin/lottery/hold/audit',
  '/admin/lottery/red/info/hold',
  '/admin/system/attachment/move',
  // lists of settings, each with its value
  '/admin/system/config/save/form',
]);
