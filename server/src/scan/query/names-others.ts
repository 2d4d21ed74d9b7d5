import { toGtin14 } from '@zhuiyuan/contract/kit/gs1';
import { gtinOfLevel } from '../../codes/cipher/code-url-prefix.ts';
import type { Unit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';

/**
 * Whether an opened link names another product or lot than the code has: a copied code under another label. The barcodes that
 * its task printed stay right, whatever the code was bound to since; where nothing is known of its level, nothing is said.
 */
export const namesOthers = async (db: Db, link: { gtin?: string; lot?: string }, unit: Unit): Promise<boolean> => {
  if (link.lot && unit.lotNo && link.lot !== unit.lotNo) return true;
  if (!link.gtin) return false;
  const gtin = toGtin14(link.gtin);
  if (gtin === unit.gtin) return false;
  const [task, product] = await Promise.all([
    db.selectFrom('task').where('id', '=', unit.taskId).select(gtins).executeTakeFirst(),
    db.selectFrom('product').where('id', '=', unit.productId).select(gtins).executeTakeFirst(),
  ]);
  const sources = [task, product].filter((one) => one !== undefined);
  const isKnown = sources.some((one) => gtinOfLevel(one, unit.level));
  return isKnown && !sources.some((one) => gtins.some((column) => one[column] === gtin));
};

const gtins = ['gtin', 'gtinBox', 'gtinCase'] as const;
