import { mountAdmin } from './access/admin.ts';
import { mountAuditLog } from './access/audit-log.ts';
import { mountMenu } from './access/menu.ts';
import { mountOwnAccount } from './access/own-account.ts';
import { mountRole } from './access/role.ts';
import { mountSession } from './access/session.ts';
import { mountCategories } from './category/category.ts';
import { mountAgentSelect } from './codes/agent-select.ts';
import { mountBatch } from './codes/batch.ts';
import { mountCodeExport } from './codes/code-export.ts';
import { mountExtImport } from './codes/ext-import.ts';
import { mountChannelChange } from './codes/channel-change.ts';
import { mountIdentity } from './codes/identity.ts';
import { mountPublicTrace } from './codes/public-trace.ts';
import { mountComplaint } from './codes/complaint.ts';
import { mountScanLog } from './codes/scan-log.ts';
import { mountSelectConfig } from './codes/select-config.ts';
import { mountPublicUpload } from './codes/public-upload.ts';
import { mountTask } from './codes/task.ts';
import type { App } from './kit/app-context.ts';
import { mountJobs } from './jobs/mount.ts';
import { mountLibrary } from './media/mount.ts';
import { mountAgent } from './parties/agent.ts';
import { mountAgentDed } from './parties/agent-ded.ts';
import { mountChannel } from './parties/channel.ts';
import { mountFirm } from './parties/firm.ts';
import { mountShop } from './parties/shop.ts';
import { mountShopSettlement } from './parties/shop-settlement.ts';
import { mountSpread } from './parties/spread.ts';
import { mountTie } from './parties/tie.ts';
import { mountInspect } from './parties/inspect.ts';
import { mountInspector } from './parties/inspector.ts';
import { mountSalesman } from './parties/salesman.ts';
import { mountNodeConf } from './registration/node-conf.ts';
import { mountRegistration } from './registration/registration.ts';
import { mountSettings } from './settings/mount.ts';
import { mountHome } from './stats/home.ts';
import { mountIdentityHome } from './stats/identity-home.ts';
import { mountFlowType } from './trace/flow-type.ts';
import { mountFlow } from './trace/flow.ts';
import { mountLot } from './trace/lot.ts';
import { mountProduct } from './trace/product.ts';
import { mountTemp } from './trace/temp.ts';

/** Every domain's mounting, one line each. */
export const domains: ((app: App) => void)[] = [
  mountSession,
  mountOwnAccount,
  mountRole,
  mountAdmin,
  mountMenu,
  mountAuditLog,
  mountLibrary,
  mountJobs,
  mountCategories,
  mountSettings,
  mountFirm,
  mountShop,
  mountTie,
  mountShopSettlement,
  mountSpread,
  mountChannel,
  mountAgent,
  mountAgentDed,
  mountSalesman,
  mountInspector,
  mountInspect,
  mountProduct,
  mountLot,
  mountTemp,
  mountFlowType,
  mountFlow,
  mountHome,
  mountIdentityHome,
  mountTask,
  mountBatch,
  mountChannelChange,
  mountIdentity,
  mountExtImport,
  mountCodeExport,
  mountPublicTrace,
  mountSelectConfig,
  mountPublicUpload,
  mountScanLog,
  mountComplaint,
  mountAgentSelect,
  mountRegistration,
  mountNodeConf,
];
