import type { FieldApply, fieldApplyApi } from '@zhuiyuan/contract/fieldwork/field-apply';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Review } from '@zhuiyuan/contract/kit/review';
import { ShopDraft } from '@zhuiyuan/contract/parties/shop/shop-draft';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import type { Role } from '../account/require-role.ts';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';
import { readShop } from '../parties/shop/find-shops.ts';
import { storedShop, updateShop } from '../parties/shop/shop-writes.ts';
import { checkPictures } from '../scan/query/check-pictures.ts';
import { toSender } from './inspect.ts';

/** What a shop last said of itself. */
export const readApply = (db: Db, { id }: Role): Promise<FieldApply> => readApplyOf(db, id);

export const readApplyOf = async (db: Db, id: number): Promise<FieldApply> => {
  const shop = await readShop(db, id);
  return { ...shop, audit: shop.audit as FieldApply['audit'] };
};

type Pictures = Pick<ShopDraft, 'doorImage' | 'licenseImage'>;

/** The pictures that are not stored already. */
export const sentPictures = (draft: Pictures, stored?: Pictures): string[] =>
  (['doorImage', 'licenseImage'] as const)
    .filter((picture) => draft[picture] !== stored?.[picture])
    .map((picture) => draft[picture]);

/** Puts a shop forward for review with what it says of itself (入驻申请): one that was rejected, or never sent. Refuses any other (61174). */
export const applyShop = async (
  db: Db,
  role: Role,
  { idemKey: _key, ...draft }: InputOf<typeof fieldApplyApi.apply>,
  masterKey: Buffer,
): Promise<{ id: number }> => {
  const stored = await storedShop(db, role.id);
  const { audit } = await db.selectFrom('shop').where('id', '=', role.id).select('audit').executeTakeFirstOrThrow();
  if (audit !== Review.rejected && audit !== Review.unsent) throw refuse(shopRefusals.applied);
  await checkPictures(db, sentPictures(draft, stored), toSender(role));
  const known = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null));
  await updateShop(db, role.id, ShopDraft.parse({ ...known, ...draft }), undefined, { operatorId: null, masterKey });
  return { id: role.id };
};
