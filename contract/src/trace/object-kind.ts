import { enumeration } from '../kit/enumeration.ts';

/** What an identifier can be registered for. */
export const ObjectKind = enumeration({
  product: { value: 1, label: '产品' },
  lot: { value: 2, label: '批次' },
  run: { value: 3, label: '码段' },
  code: { value: 4, label: '单码' },
});
