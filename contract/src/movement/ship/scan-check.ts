import { z } from 'zod';
import { Level } from '../../codes/state/code-enums.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { LineMode } from '../move-enums.ts';

/** What would come of shipping a line. */
export const LineState = enumeration({
  ok: { label: '可发', tone: 'good' },
  warn: { label: '可发，有提醒', tone: 'wait' },
  /** A run without its bad members. */
  part: { label: '可发，已剔除', tone: 'wait' },
  bad: { label: '不能发货', tone: 'bad' },
});

/** Members of a run that cannot ship, and why. */
export const CutRun = z.object({
  serialFrom: z.number(),
  serialTo: z.number(),
  /** Text of the first of them. */
  code: z.string(),
  errCode: z.number(),
  errMsg: z.string(),
});
export type CutRun = z.output<typeof CutRun>;

/** A line as it would ship; what is unknown about a bad one is null, '' or 0. */
export const CheckedLine = z.object({
  mode: LineMode.schema,
  code: z.string(),
  /** The last code of a run, '' where the line is one code. */
  lastCode: z.string(),
  seg: z.number().nullable(),
  serialFrom: z.number().nullable(),
  serialTo: z.number().nullable(),
  level: Level.schema.nullable(),
  productId: z.number().nullable(),
  storeName: z.string(),
  lotId: z.number().nullable(),
  lotNo: z.string(),
  /** Several products or lots. */
  isMixed: z.boolean(),
  /** Codes of the line that would ship, and all that were scanned; of a bad line all of them count. */
  codeQty: z.number(),
  codeTotal: z.number(),
  /** Small boxes in them, of cases. */
  innerBoxQty: z.number(),
  /** Products in them that are not void, and those that stay behind. */
  itemQty: z.number(),
  cutItemQty: z.number(),
  state: LineState.schema,
  /** Of a bad line. */
  errCode: z.number(),
  errMsg: z.string(),
  /** Yellow and not in the way. */
  warns: z.array(z.string()),
  /** The bad members of a run, the first hundred of their runs, and how many codes all of them are. */
  cut: z.array(CutRun),
  cutQty: z.number(),
  /** The runs to leave out when the line is shipped: all of them. */
  cuts: z.array(z.object({ serialFrom: z.number(), serialTo: z.number() })),
  /** Who has the goods. */
  holderName: z.string(),
});
export type CheckedLine = z.output<typeof CheckedLine>;

/** Items of a product that would ship, against what the order still wants; null where it does not name the product. */
export const ProductSum = z.object({
  productId: z.number(),
  storeName: z.string(),
  unit: z.string(),
  itemQty: z.number(),
  orderQty: z.number().nullable(),
  remainQty: z.number().nullable(),
});

export const ScanChecked = z.object({
  /** In the order they were sent. */
  lines: z.array(CheckedLine),
  /** Products of the lines that are not bad, and those of the order. */
  products: z.array(ProductSum),
  /** Cases, small boxes and products of their own that would ship, and all products in them. */
  caseQty: z.number(),
  boxQty: z.number(),
  looseQty: z.number(),
  itemQty: z.number(),
  /** Items over the order; shipping them takes `confirmOver`. */
  over: z.number(),
  /** About the receiver: yellow and not in the way. */
  warns: z.array(z.string()),
});
export type ScanChecked = z.output<typeof ScanChecked>;
