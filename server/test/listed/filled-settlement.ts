import { at, day, firm, mostly, parent } from './filled-values.ts';

/** What shops are paid, as `filledTables` fills it. */
export const filledSettlement: Record<string, Record<string, string | number>> = {
  remit: {
    firm_id: firm,
    payee_kind: 1,
    shop_id: parent,
    agent_id: parent,
    amount: mostly(2600, 7700),
    duct_amount: mostly(2600, 7700),
    channel: mostly(`'bank'`, `'alipay'`),
    account: `'****1234'`,
    source: mostly(2, 1),
    period_from: day,
    period_to: day,
    status: mostly(0, -1),
    audit_by: mostly('null', 1),
    audit_at: mostly('null', at),
    reject_by: mostly('null', 1),
    rejected_at: mostly('null', at),
    created_at: at,
  },
  shop_reward: {
    firm_id: firm,
    shop_id: parent,
    kind: 3,
    amount: 500,
    status: mostly(0, 1),
    ref_kind: `'bench'`,
    ref_id: 'n',
    created_at: at,
  },
  bank_file: { firm_id: firm, payee_kind: 1, remit_ids: 'array[n]', amount: 2600, created_at: at },
  remit_item: { firm_id: firm, remit_id: parent, ref_kind: `'prize_ver'`, ref_id: 'n', amount: 2600 },
};
