import { enumeration } from '../kit/enumeration.ts';

/** 红包形式. Nothing sends 裂变红包 any more: WeChat Pay has withdrawn it. */
export const RedKind = enumeration({
  NORMAL: { label: '普通红包' },
  GROUP: { label: '裂变红包' },
});
