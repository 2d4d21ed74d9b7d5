import { mountRole } from './access/role.ts';
import { mountBatch } from './codes/batch.ts';
import { mountIdentity } from './codes/identity.ts';
import { mountPublicTrace } from './codes/public-trace.ts';
import { mountTask } from './codes/task.ts';
import type { App } from './kit/app-context.ts';
import { mountFirm } from './parties/firm.ts';
import { mountLot } from './trace/lot.ts';
import { mountProduct } from './trace/product.ts';

/** Every domain's mounting, one line each. */
export const domains: ((app: App) => void)[] = [
  mountRole,
  mountFirm,
  mountProduct,
  mountLot,
  mountTask,
  mountBatch,
  mountIdentity,
  mountPublicTrace,
];
