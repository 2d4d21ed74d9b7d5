import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { Base } from './kept.ts';
import type { Sums } from './read-bases.ts';

/** How a figure follows from what is kept. */
export interface Formula {
  needs: readonly Base[];
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
  perUser: ratio('scan_first', 'scan_uv'),
  codesActive: sum('total_activated'),
  scanRate: ratio('total_scan_first_items', 'total_activated'),
  partCnt: sum('part_cnt'),
  partUv: sum('part_uv'),
  partRate: ratio('part_uv', 'scan_uv'),
  drawCnt: sum('draw_cnt'),
  drawUv: sum('draw_uv'),
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
};

/** What a figure comes to. */
export const evaluate = (code: MetricCode, sums: Sums, days: number): number | null =>
  formulas[code].of((base) => sums[base] ?? 0, days);
