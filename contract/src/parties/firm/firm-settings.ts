import { z } from 'zod';
import { usualReviewOver } from '../../codes/tasks/task.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { flag, int, optionalText } from '../../kit/fields.ts';
import { lotPatternSigns } from '../../trace/lot/lot-pattern.ts';

/** How much of the way of his goods a shopper is shown. */
export const ShowLogistics = enumeration({
  hidden: { value: 0, label: '不显示' },
  cities: { value: 1, label: '只显示城市' },
  full: { value: 2, label: '显示城市和经销商' },
});

/** How a firm wants its codes handled. A key that was never set has its default. */
export const FirmSettings = z.object({
  /** A task of more codes than this waits for review. */
  taskAuditOver: int(0, 2_000_000_000, '免审数量应为0-2000000000的整数').default(usualReviewOver),
  /** Minutes within which the same device asking again repeats the former verdict and is not counted. */
  scanDedupeMin: int(0, 1440, '重复查询间隔应为0-1440分钟').default(10),
  /** What lot numbers look like, as `fitsLotPattern` reads it; '' is no rule. */
  lotNoPattern: optionalText('批号规则', 20).refine(
    (rule) => lotPatternSigns.test(rule),
    '批号规则仅支持字母、数字、-._/和#@*',
  ),
  /** Codes that are not activated yet are, with the product and lot of the work, when they are packed. */
  activateOnPack: flag.default(true),
  /** A box may hold several lots of its product; several products. */
  allowMixLot: flag.default(true),
  allowMixProduct: flag.default(false),
  /** What a dealer is being sent he may ship on only after he signed for it; else it is signed by shipping on. */
  signRequired: flag.default(false),
  /** Only full or sealed boxes are shipped. */
  shipNeedFull: flag.default(false),
  /** Codes that are not activated yet may be shipped. */
  shipInactive: flag.default(false),
  /** Days in transit after which goods count as signed for; 0 = never. */
  autoSignDays: int(0, 365, '自动签收天数应为0-365的整数').default(15),
  showLogistics: ShowLogistics.schema.default(ShowLogistics.hidden),
  /** From this many counted queries on, a code reads 超限查询. */
  overLimit: int(2, 100, '查询次数上限应为2-100的整数').default(5),
});
export type FirmSettings = z.output<typeof FirmSettings>;
