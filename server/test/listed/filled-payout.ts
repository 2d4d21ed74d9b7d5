import { at, firm, mostly, name, number, parent } from './filled-values.ts';

/** Money that went out, as `filledTables` fills it. */
export const filledPayout: Record<string, Record<string, string | number>> = {
  red_info: {
    firm_id: firm,
    source: mostly(0, 2),
    source_id: 'n',
    activity_id: parent,
    uid: parent,
    mch_conf_id: parent,
    app_id: `'wx'`,
    openid: `'o' || n`,
    amount: mostly(100, 7),
    act_name: name('活动'),
    status: mostly(`'SENT'`, `'FAILED'`),
    attempt_no: mostly(1, 0),
    hold: mostly('false', 'true'),
    sent_at: at,
    created_at: at,
  },
  payout: {
    firm_id: firm,
    red_info_id: 'n',
    attempt_no: 1,
    mch_conf_id: parent,
    out_bill_no: number('LT'),
    openid: `'o' || n`,
    amount: 100,
    body: `'{}'`,
    state: 3,
  },
  recon_day: {
    firm_id: firm,
    mch_conf_id: parent,
    bill_date: `current_date - ((rows - n) / 2)::int`,
    lines: 1,
  },
  recon_diff: {
    firm_id: firm,
    mch_conf_id: parent,
    bill_date: `current_date - ((rows - n) / 2)::int`,
    out_bill_no: number('LT'),
    diff_type: mostly(2, 1),
    our_amount: 0,
    bill_amount: 100,
    state: mostly(1, 0),
  },
};
