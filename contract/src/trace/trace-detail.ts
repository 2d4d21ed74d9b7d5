import { z } from 'zod';
import { day, time } from '../kit/fields.ts';

const link = z.object({ title: z.string(), url: z.string() });

/** Facts of the product beyond the answer's; each is '' or null when the firm has not told it. */
const ProductFacts = z.object({
  brand: z.string(),
  spec: z.string(),
  origin: z.string(),
  gtin: z.string(),
  shelfLife: z.string(),
  standardNo: z.string(),
  licenseNo: z.string(),
  /** Fen. */
  price: z.number().nullable(),
  images: z.array(z.string()),
  video: z.string(),
  /** Only when the page shows it. */
  detail: z.string(),
});

const LotFacts = z.object({
  lotNo: z.string(),
  produceDate: day.nullable(),
  expireDate: day.nullable(),
  workshop: z.string(),
  lineNo: z.string(),
  team: z.string(),
  qcState: z.string(),
});

const FirmFacts = z.object({
  name: z.string(),
  intro: z.string(),
  images: z.array(z.string()),
  website: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});

/** What a firm publishes about the item: audited steps, transport, papers and the registered identifier. */
export const TraceDetail = z.object({
  product: ProductFacts.nullable(),
  lot: LotFacts.nullable(),
  firm: FirmFacts.nullable(),
  flows: z.array(
    z.object({
      /** See flow types; 0 when unknown. */
      typeId: z.number(),
      typeName: z.string(),
      icon: z.string().nullable(),
      title: z.string(),
      occurAt: time,
      place: z.string().nullable(),
      fields: z.array(z.object({ label: z.string(), value: z.string() })),
      images: z.array(z.string()),
      files: z.array(link),
    }),
  ),
  logistics: z.array(z.object({ time, text: z.string(), city: z.string().nullable() })),
  reports: z.array(link),
  certs: z.array(link),
  identifier: z.object({ handle: z.string(), node: z.string(), status: z.number() }).nullable(),
  /** `ok` when the records join into an unbroken chain of `count`. */
  chain: z.object({ ok: z.boolean(), count: z.number() }),
});
export type TraceDetail = z.output<typeof TraceDetail>;
