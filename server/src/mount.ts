import { mountRole } from './access/role.ts';
import type { App } from './kit/app-context.ts';
import { mountFirm } from './parties/firm.ts';
import { mountLot } from './trace/lot.ts';
import { mountProduct } from './trace/product.ts';

/** Every domain's mounting, one line each. */
export const domains: ((app: App) => void)[] = [mountRole, mountFirm, mountProduct, mountLot];
