import { enabled, firmId, live, one, text, type Listed } from './asked.ts';

const of = '/admin/lottery';

/** The lists of what campaigns are made of. */
export const campaignLists: readonly Listed[] = [
  {
    path: `${of}/prize/list`,
    table: 'prize',
    live,
    filters: {
      firmId,
      name: text('奖品', '奖品77777'),
      prizeType: one(2, 1, 3),
      claimMode: one(2, 0, 3),
      status: enabled,
    },
  },
  {
    path: `${of}/scope/list`,
    table: 'scope',
    live,
    filters: { firmId, name: text('范围', '范围77777'), regionMode: one(1, 2, 0), status: enabled },
  },
  {
    path: `${of}/red/type/list`,
    table: 'red_type',
    live,
    order: 'sort, id desc',
    filters: { firmId, des: text('红包', '红包77777'), payKind: one(2, 1, 3), status: enabled },
  },
];
