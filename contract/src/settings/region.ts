import { z } from 'zod';
import { defineApi, nothing, read } from '../kit/endpoint.ts';

/** A province, city or district: `cityId` is its six-digit GB/T 2260 code as a number, districts have no `child`. */
export interface Region {
  cityId: number;
  name: string;
  child?: Region[];
}
export const Region: z.ZodType<Region> = z.object({
  cityId: z.number(),
  name: z.string(),
  child: z.lazy(() => z.array(Region)).optional(),
});

/** Regions of China by GB/T 2260. */
export const regionApi = defineApi({
  tree: read('地区树', '/admin/system/city/list/tree', 'admin:system:city:list:tree', nothing, z.array(Region)),
});
