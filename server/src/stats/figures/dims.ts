/** What figures are of: a column `dim` of `stat_day` and `stat_reach`, with the row's number as `id`; 0 is what nobody knows. */
export const Dim = {
  firm: 0,
  activity: 1,
  product: 2,
  /** By its GB/T 2260 code; 0 nowhere. */
  province: 3,
  city: 4,
  agent: 5,
  shop: 6,
  channel: 7,
  tier: 8,
  /** 0 to 23, Asia/Shanghai. */
  hour: 9,
  lot: 10,
  level: 11,
  entry: 13,
  salesman: 14,
  /** How a game is played, by its number; kept of games alone. */
  mode: 17,
  /** Full days from shipping to the scan, by {@link ages}; 0 never shipped. */
  age: 23,
  /** Why points moved, by its place in {@link pointSources}. */
  pointSource: 25,
  /** How many links lead to somebody: 1, 2, and 3 of all further ones. */
  depth: 28,
  /** 1: games without a code, whichever; kept of them alone. */
  scene: 32,
} as const;
export type DimName = keyof typeof Dim;

/** Dimensions that most facts have nothing to do with: nothing is kept of what is of none of their rows. */
export const ofSome: readonly DimName[] = ['mode', 'scene'];

/** Names of why points moved, in the order of their numbers, which begin with 1. */
export const pointSources = ['order', 'sign', 'system', 'scan', 'draw', 'share', 'redeem', 'expire'] as const;

/** The last day of each age but the oldest, which begin with 1. */
export const ages = [7, 30, 90] as const;

/** Additive columns of `stat_day`; amounts are fen. */
export const measures = [
  'scan_pv',
  'scan_anon',
  'scan_first',
  /** Of them those whose person is known. */
  'scan_first_known',
  'scan_first_items',
  'scan_invalid',
  'first_located',
  'part_cnt',
  'draw_cnt',
  'win_cnt',
  'win_amount',
  'phys_win_cnt',
  'hold_cnt',
  'block_cnt',
  'claim_cnt',
  'close_cnt',
  'paid_cnt',
  'paid_amount',
  'pay_secs',
  'refund_cnt',
  'refund_amount',
  'fail_cnt',
  'ver_cnt',
  'ver_amount',
  'won_ver_cnt',
  'cost_amount',
  'point_issue',
  'point_used',
  'point_expire',
  'unpack_cnt',
  'unpack_amount',
  'exch_cnt',
  'exch_cost',
  'activated',
  'cross_code',
  'draw_points',
  'share_cnt',
  'share_new',
] as const;
export type Measure = (typeof measures)[number];

/** What a person did, as `stat_reach` tells days of it. */
export const Reach = {
  scan: 1,
  /** Got a ticket. */
  part: 2,
  win: 3,
  draw: 4,
  /** Came by what was won. */
  claim: 5,
  /** Scanned on the first day at the firm. */
  fresh: 6,
} as const;
export type ReachName = keyof typeof Reach;

/** Grains of `stat_day`. */
export const Grain = { day: 0, month: 1 } as const;
