import { enumeration } from '../../kit/enumeration.ts';

/** Unit of a shelf life. */
export const ShelfUnit = enumeration({
  day: { value: 1, label: '天' },
  month: { value: 2, label: '月' },
  year: { value: 3, label: '年' },
});
export type ShelfUnit = (typeof ShelfUnit.options)[number]['value'];
