import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../kit/db/database.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { placeKey, type Place } from '../state/parent-places.ts';

const keptNames = 5000;

/** Names of products and lots, and texts of boxes, read once while they are near. */
export class ExportNames {
  private readonly products = new Map<number, string>();
  private readonly lots = new Map<number, { lotNo: string; isRecalled: boolean }>();
  private readonly codes = new LRUCache<string, string>({ max: keptNames });

  constructor(
    private readonly db: Db,
    private readonly keyring: Keyring,
  ) {}

  async read(binds: readonly { productId: number | null; lotId: number | null }[]): Promise<void> {
    const products = [...new Set(binds.flatMap(({ productId }) => productId ?? []))].filter(
      (id) => !this.products.has(id),
    );
    const lots = [...new Set(binds.flatMap(({ lotId }) => lotId ?? []))].filter((id) => !this.lots.has(id));
    if (products.length > 0)
      for (const { id, storeName } of await this.db
        .selectFrom('product')
        .where('id', 'in', products)
        .select(['id', 'storeName'])
        .execute())
        this.products.set(id, storeName);
    if (lots.length > 0)
      for (const { id, lotNo, recallState } of await this.db
        .selectFrom('lot')
        .where('id', 'in', lots)
        .select(['id', 'lotNo', 'recallState'])
        .execute())
        this.lots.set(id, { lotNo, isRecalled: recallState === RecallState.recalled });
  }

  product(id: number | null): string {
    return (id === null ? undefined : this.products.get(id)) ?? '';
  }

  lot(id: number | null): string {
    return (id === null ? undefined : this.lots.get(id)?.lotNo) ?? '';
  }

  isRecalled(lotId: number | null): boolean {
    return lotId !== null && this.lots.get(lotId)?.isRecalled === true;
  }

  async code(place: Place & { keyV: string | null }): Promise<string> {
    const key = placeKey(place);
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const text = await this.keyring.readText(this.db, place, place.serial);
    this.codes.set(key, text);
    return text;
  }
}
