import type { Domain } from '../kit/http/domain.ts';
import { mountProduct, refuseUsedClass } from './product/product.ts';
import { mountLot } from './lot/lot.ts';
import { mountTemplate } from './template/template.ts';
import { mountFlowType } from './flow/flow-type.ts';
import { mountFlow } from './flow/flow.ts';
import { insertPresetFlowTypes } from './flow/flow-type-writes.ts';

/** Products, lots, flows and templates: what a product tells. */
export const trace = {
  mounts: [mountProduct, mountLot, mountTemplate, mountFlowType, mountFlow],
  hears: {
    'firm.created': [insertPresetFlowTypes],
    'category.removing': [refuseUsedClass],
  },
} satisfies Domain;
