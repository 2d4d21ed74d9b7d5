import { z } from 'zod';
import { Holder } from '../../codes/state/code-enums.ts';

/** The sender or the receiver of a document. */
export const DeliverParty = z.object({
  kind: Holder.schema,
  id: z.number(),
  name: z.string(),
  /** 经销商编号, 门店编号; '' of the firm. */
  no: z.string(),
  contact: z.string(),
  phone: z.string(),
  address: z.string(),
});
export type DeliverParty = z.output<typeof DeliverParty>;

/** 区域核对: whether the receiver may sell there what he is sent. A warning never blocks. */
export const RegionCheck = z.object({
  /** `none`: the receiver has no sales regions to hold it against. */
  state: z.enum(['ok', 'outside', 'products', 'none']),
  /** The regions he may sell in. */
  regionNames: z.array(z.string()),
  /** Products of the document. */
  productCnt: z.number(),
  /** Those that none of his regions holds for. */
  products: z.array(z.object({ id: z.number(), storeName: z.string() })),
});
export type RegionCheck = z.output<typeof RegionCheck>;
