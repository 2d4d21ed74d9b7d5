import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { Base } from './kept.ts';
import type { Sums } from './read-bases.ts';

/** How a figure follows from what is kept. */
export interface Formula {
  needs: readonly Base[];
  /** Says something of the firm alone, not of a part of it. */
  isOfFirm?: true;
  of: (sum: (base: Base) => number, days: number) => number | null;
}

const sum = (base: Base): Formula => ({ needs: [base], of: (of) => of(base) });
const share = (part: number, of: number): number | null => (of > 0 ? part / of : null);
const ratio = (part: Base, whole: Base): Formula => ({ needs: [part, whole], of: (of) => share(of(part), of(whole)) });
/** A part of itself and the rest. */
const partOf = (part: Base, rest: Base): Formula => ({
  needs: [part, rest],
  of: (of) => share(of(part), of(part) + of(rest)),
});

/** Weights are parts of a million. */
const whole = 1_000_000;

/** The formula of every figure. Averages of money are whole fen. */
export const formulas: Record<MetricCode, Formula> = {
  scanPv: sum('scan_pv'),
  scanUv: sum('scan_uv'),
  scanAnon: sum('scan_anon'),
  scanFirst: sum('scan_first'),
  scanAgain: { needs: ['scan_pv', 'scan_first'], of: (of) => of('scan_pv') - of('scan_first') },
  againRate: {
    needs: ['scan_pv', 'scan_first'],
    of: (of) => share(of('scan_pv') - of('scan_first'), of('scan_pv')),
  },
  scanInvalid: sum('scan_invalid'),
  scanDaily: { needs: ['scan_pv'], of: (of, days) => share(of('scan_pv'), days) },
  perUser: ratio('scan_first_known', 'scan_uv'),
  codesActive: sum('total_activated'),
  scanRate: ratio('total_scan_first_items', 'total_activated'),
  partCnt: sum('part_cnt'),
  partUv: sum('part_uv'),
  partRate: ratio('part_uv', 'scan_uv'),
  drawCnt: sum('draw_cnt'),
  drawUv: sum('draw_uv'),
  drawPerUser: ratio('draw_cnt', 'draw_uv'),
  drawPoints: sum('draw_points'),
  shareCnt: sum('share_cnt'),
  shareNew: sum('share_new'),
  winCnt: sum('win_cnt'),
  winUv: sum('win_uv'),
  winRate: ratio('win_cnt', 'draw_cnt'),
  winAmount: sum('win_amount'),
  paidAmount: sum('paid_amount'),
  paidCnt: sum('paid_cnt'),
  refundAmount: sum('refund_amount'),
  failRate: partOf('fail_cnt', 'paid_cnt'),
  claimCnt: sum('claim_cnt'),
  claimRate: ratio('claim_cnt', 'win_cnt'),
  closeCnt: sum('close_cnt'),
  verCnt: sum('ver_cnt'),
  verAmount: sum('ver_amount'),
  verRate: ratio('won_ver_cnt', 'phys_win_cnt'),
  physWinCnt: sum('phys_win_cnt'),
  costAmount: sum('cost_amount'),
  blockCnt: sum('block_cnt'),
  blockRate: partOf('block_cnt', 'draw_cnt'),
  holdCnt: sum('hold_cnt'),
  freshUv: sum('fresh_uv'),
  oldUv: { needs: ['scan_uv', 'fresh_uv'], of: (of) => of('scan_uv') - of('fresh_uv') },
  allUv: sum('total_scan_uv'),
  costPerUser: {
    needs: ['paid_amount', 'cost_amount', 'fresh_uv'],
    of: (of) => {
      const each = share(of('paid_amount') + of('cost_amount'), of('fresh_uv'));
      return each === null ? null : Math.round(each);
    },
  },
  shopsAll: sum('x_shops'),
  shopsNew: sum('x_new_shops'),
  shopsActive: sum('x_active_shops'),
  shopScan: sum('x_shop_scan'),
  scanPerShop: ratio('x_shop_scan', 'x_active_shops'),
  shopSign: sum('x_shop_sign'),
  shopSellRate: ratio('x_shop_first', 'x_shop_sign'),
  unpackCnt: sum('unpack_cnt'),
  unpackAmount: sum('unpack_amount'),
  unpackShops: sum('x_unpack_shops'),
  unpackPerShop: ratio('unpack_cnt', 'x_unpack_shops'),
  agentsAll: sum('x_agents'),
  agentsActive: sum('x_active_agents'),
  agentShip: sum('x_agent_ship'),
  agentSign: sum('x_agent_sign'),
  agentSellRate: ratio('x_agent_first', 'x_agent_ship'),
  crossCode: sum('cross_code'),
  crossRate: ratio('cross_code', 'first_located'),
  crossAgents: sum('x_cross_agents'),
  crossCities: sum('x_cross_cities'),
  crossConfirmed: sum('x_confirmed'),
  actsRunning: sum('x_activities'),
  budgetAmount: sum('x_budget'),
  budgetRate: ratio('x_budget_used', 'x_budget'),
  stockTotal: sum('x_stock'),
  stockIssued: sum('x_issued'),
  stockRemain: sum('x_remain'),
  setRate: { needs: ['x_weight'], of: (of) => of('x_weight') / whole },
  realRate: ratio('draw_cnt', 'x_act_draws'),
  rateGap: {
    needs: ['draw_cnt', 'x_act_draws', 'x_weight'],
    of: (of) => {
      const real = share(of('draw_cnt'), of('x_act_draws'));
      return real === null ? null : real - of('x_weight') / whole;
    },
  },
  cashRate: partOf('win_amount', 'cost_amount'),
  pointIssue: sum('point_issue'),
  pointUsed: sum('point_used'),
  pointExpire: sum('point_expire'),
  pointNet: {
    needs: ['point_issue', 'point_used', 'point_expire'],
    of: (of) => of('point_issue') - of('point_used') - of('point_expire'),
  },
  pointClosing: {
    needs: ['total_point_issue', 'total_point_used', 'total_point_expire'],
    isOfFirm: true,
    of: (of) => of('total_point_issue') - of('total_point_used') - of('total_point_expire'),
  },
  pointBalance: sum('x_balance'),
  pointHolders: sum('x_holders'),
  pointPerHolder: ratio('x_balance', 'x_holders'),
  exchCnt: sum('exch_cnt'),
  exchCost: sum('exch_cost'),
  exchWaiting: sum('x_waiting'),
  exchToShip: sum('x_to_ship'),
  exchFinished: sum('x_finished'),
  exchRejected: sum('x_rejected'),
  exchClosed: sum('x_closed'),
  exchPassRate: {
    needs: ['x_passed', 'x_finished', 'x_rejected'],
    of: (of) => share(of('x_passed') + of('x_finished'), of('x_passed') + of('x_finished') + of('x_rejected')),
  },
  exchFinishRate: ratio('x_finished', 'exch_cnt'),
  salesmen: sum('x_salesmen'),
  boundAgents: sum('x_bound_agents'),
  agentsPerSalesman: ratio('x_bound_agents', 'x_salesmen'),
  salesmanFirst: sum('x_salesman_first'),
  members: sum('x_members'),
  membersNew: sum('x_new_members'),
  memberRate: ratio('scan_uv', 'x_members'),
};

/** What a figure comes to. */
export const evaluate = (code: MetricCode, sums: Sums, days: number): number | null =>
  formulas[code].of((base) => sums[base] ?? 0, days);
