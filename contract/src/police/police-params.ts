import { z } from 'zod';
import { RiskType } from '../codes/state/warning-states.ts';
import { decimal, fen, flag, int } from '../kit/fields.ts';
import { fenToYuan } from '../kit/decimal.ts';

/** What a rule compares with, each used by the types that name it in {@link paramsOf}. Amounts in fen. */
export const PoliceParams = z.object({
  minCodes: int(1, 1000, '同城件数应为1-1000的整数').optional(),
  windowDays: int(1, 90, '统计天数应为1-90的整数').optional(),
  toleranceKm: int(0, 200, '容差应为0-200的整数').optional(),
  ipCounts: flag.optional(),
  scanCnt: int(2, 10_000, '扫码次数应为2-10000的整数').optional(),
  users: int(1, 1000, '不同用户数应为1-1000的整数').optional(),
  windowHours: int(1, 168, '统计小时应为1-168的整数').optional(),
  draws: int(1, 10_000, '抽奖次数应为1-10000的整数').optional(),
  amount: fen('中奖金额', { least: 1 }).optional(),
  remainPct: int(1, 99, '剩余比例应为1-99的整数').optional(),
  failPct: int(1, 100, '失败率应为1-100的整数').optional(),
  minCnt: int(1, 100_000, '最少笔数应为1-100000的整数').optional(),
  windowMin: int(5, 1440, '统计分钟应为5-1440的整数').optional(),
  balance: fen('余额', { least: 1 }).optional(),
  p: decimal(0.0001, 0.05, '显著性水平应为0.0001-0.05').optional(),
  cnt: int(1, 10_000, '扫码次数应为1-10000的整数').optional(),
  byLot: flag.optional(),
  unshipped: flag.optional(),
});
export type PoliceParams = z.output<typeof PoliceParams>;
export type PoliceParam = keyof PoliceParams;

/** What a rule of a type begins with; its names are all that the type looks at. */
export const paramsOf: Readonly<Record<number, PoliceParams>> = {
  [RiskType.diversion]: { minCodes: 3, windowDays: 7, toleranceKm: 30, ipCounts: false },
  [RiskType.oddCode]: { scanCnt: 10, users: 5, windowHours: 24 },
  [RiskType.user]: { draws: 20, amount: 10_000, windowHours: 24 },
  [RiskType.budget]: { remainPct: 20 },
  [RiskType.stock]: { remainPct: 10 },
  [RiskType.failedShare]: { failPct: 5, minCnt: 50, windowMin: 30 },
  [RiskType.merchantBalance]: { balance: 100_000 },
  [RiskType.winShare]: { p: 0.001 },
  [RiskType.invalidCodes]: { cnt: 1, byLot: true, unshipped: false, windowHours: 24 },
};

/** Params of which one alone is enough. */
const either: readonly PoliceParam[] = ['draws', 'amount'];

/** What a type lacks, by the name of its field. */
export const missingParams = (type: number, params: PoliceParams): { field: PoliceParam; message: string }[] => {
  const names = Object.keys(paramsOf[type] ?? {}) as PoliceParam[];
  const gone = names.filter((name) => params[name] === undefined);
  const lacks = gone.filter((name) => !(either.includes(name) && either.some((other) => params[other] !== undefined)));
  return lacks
    .filter((name) => typeof paramsOf[type]![name] !== 'boolean')
    .map((field) => ({ field, message: '请填写触发条件' }));
};

/** What a type looks at, and nothing else. */
export const ownParams = (type: number, params: PoliceParams): PoliceParams =>
  Object.fromEntries(
    Object.entries(paramsOf[type] ?? {}).flatMap(([name, usual]) => {
      const value = params[name as PoliceParam] ?? (typeof usual === 'boolean' ? false : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A rule's condition as one reads it. */
export const paramsText = (type: number, params: PoliceParams): string => {
  switch (type) {
    case RiskType.diversion:
      return `同城 ${params.minCodes} 件 / ${params.windowDays} 天，容差 ${params.toleranceKm} 公里，IP 定位${params.ipCounts ? '计入' : '不计入'}`;
    case RiskType.oddCode:
      return `${params.windowHours} 小时内被 ${params.users} 人扫 ${params.scanCnt} 次`;
    case RiskType.user: {
      const limits = [
        params.draws === undefined ? '' : `抽奖 ${params.draws} 次`,
        params.amount === undefined ? '' : `中奖 ${fenToYuan(params.amount)}元`,
      ];
      return `${params.windowHours} 小时内${limits.filter(Boolean).join('或')}`;
    }
    case RiskType.budget:
      return `活动预算剩余不高于 ${params.remainPct}%`;
    case RiskType.stock:
      return `奖品库存剩余不高于 ${params.remainPct}%`;
    case RiskType.failedShare:
      return `${params.windowMin} 分钟内不少于 ${params.minCnt} 笔，失败率达 ${params.failPct}%`;
    case RiskType.merchantBalance:
      return `资金池可用余额低于 ${fenToYuan(params.balance ?? 0)}元`;
    case RiskType.winShare:
      return `存证周期的抽奖结果与公布概率不符，p < ${params.p}`;
    default:
      return `${params.windowHours} 小时内${params.byLot ? '同批次' : '同一码'}被扫 ${params.cnt} 次${params.unshipped ? '，未发货的码计入' : ''}`;
  }
};

/** Types whose facts of the last days can be looked at again. */
export const triedTypes: readonly number[] = [
  RiskType.diversion,
  RiskType.oddCode,
  RiskType.user,
  RiskType.failedShare,
  RiskType.winShare,
  RiskType.invalidCodes,
];
/** Types that can be limited to products and dealers. */
export const scopedTypes: readonly number[] = [RiskType.diversion, RiskType.oddCode, RiskType.invalidCodes];
