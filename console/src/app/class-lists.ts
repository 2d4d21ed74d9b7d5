import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { gameApi } from '@zhuiyuan/contract/campaign/activity/game';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { redTypeApi } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { merchantApi } from '@zhuiyuan/contract/fund/merchant/merchant';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { policeRuleApi } from '@zhuiyuan/contract/police/police-rule';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { inspectorApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { defineClassList } from '../lib/use-class-list.ts';

/* Lookup lists whose calls exist; a new one is one line. Screens read them with `useClassList('firm')`. */
defineClassList('firm', firmApi.listAll, ({ name }) => ({ name }));
defineClassList('product', productApi.listAll, ({ storeName, firmId, status }) => ({
  name: storeName,
  firmId,
  isDisabled: status === Enabled.off,
}));
defineClassList('shop', shopApi.listAll, ({ name, firmId }) => ({ name, firmId }));
defineClassList('agent', agentApi.listAll, ({ name, pid, firmId, status }) => ({
  name,
  pid,
  firmId,
  isDisabled: status === Enabled.off,
}));
defineClassList('salesman', salesmanApi.listAll, ({ picName, phone, firmId, status }) => ({
  name: picName,
  note: phone,
  firmId,
  isDisabled: status === Enabled.off,
}));
defineClassList('channel', channelApi.listAll, ({ name, firmId, status }) => ({
  name,
  firmId,
  isDisabled: status === Enabled.off,
}));
defineClassList('flowType', flowTypeApi.listAll, ({ name, firmId, status }) => ({
  name,
  firmId,
  isDisabled: status === Enabled.off,
}));
defineClassList('template', templateApi.listAll, ({ name, firmId, status }) => ({
  name,
  firmId,
  isDisabled: status === Enabled.off,
}));
defineClassList('inspector', inspectorApi.listAll, ({ auditor, firmId }) => ({ name: auditor, firmId }));
defineClassList('activity', activityApi.listAll, ({ name, firmId }) => ({ name, firmId }));
defineClassList('game', gameApi.listAll, ({ name, firmId }) => ({ name, firmId }));
defineClassList('policeStaff', policeRuleApi.staff, ({ name, firmId }) => ({ name, firmId }));
defineClassList('pool', poolApi.listAll, ({ name, firmId }) => ({ name, firmId }));
defineClassList('merchant', merchantApi.listAll, ({ name, mchid, firmId, hasPool }) => ({
  name: `${name} ${mchid}`,
  firmId,
  isDisabled: hasPool,
}));
// Those that have a pool to be paid from.
defineClassList('payingMerchant', merchantApi.listAll, ({ name, mchid, firmId, hasPool, status }) => ({
  name: `${name} ${mchid}`,
  firmId,
  isDisabled: !hasPool || status === Enabled.off,
}));
defineClassList('redType', redTypeApi.listAll, ({ des, firmId, status }) => ({
  name: des,
  firmId,
  isDisabled: status === Enabled.off,
}));
defineClassList('redActive', redActiveApi.listAll, ({ name, firmId, status }) => ({
  name,
  firmId,
  isDisabled: status === Enabled.off,
}));
// Those that staff can send of by hand.
defineClassList('sendingRedActive', redActiveApi.listAll, ({ name, firmId, status, channel, endedAt }) => ({
  name,
  firmId,
  isDisabled: status === Enabled.off || channel === PayChannel.ACTIVITY || endedAt !== null,
}));
