import { id, one, dateLimit, firmId, of, type Listed } from './asked.ts';

const ofBoxes = {
  firmId,
  code: { rare: '@4-10', absent: 'ZZZZ' },
  level: one(1, 2),
  productId: id,
  lotId: id,
  boxState: one(2, 3),
  dateLimit,
};

/** The lists of boxes and of what was packed. */
export const packingLists: readonly Listed[] = [
  {
    path: `${of}/packLog/list`,
    table: 'code_op_item',
    filters: {
      firmId,
      code: { frequent: '@4-10', rare: '@2-10', absent: 'ZZZZ' },
      act: one(1, 2, 4),
      result: one(0, 1),
      opSrc: one(1, 2, 3),
      operatorId: one(1, 2, 999_999_998),
      dateLimit,
    },
  },
  { path: `${of}/pack/list`, table: 'box', order: 'packed_at desc, id desc', filters: ofBoxes },
  {
    path: `${of}/pack/box/list`,
    table: 'box',
    order: 'packed_at desc, id desc',
    filters: {
      ...ofBoxes,
      taskId: one(4, 8, 999_999_998),
      empty: { absent: 'true' },
      unfull: { absent: 'true' },
    },
  },
];
