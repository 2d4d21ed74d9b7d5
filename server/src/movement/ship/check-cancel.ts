import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { countItems } from '../../codes/state/custody/count-items.ts';
import type { Db } from '../../kit/db/database.ts';
import { holderNames, partyKey } from '../holder-names.ts';
import { judgeCancel } from './judge/judge-cancel.ts';
import { productNames } from './judge/product-names.ts';
import { toRun } from '../../codes/state/ranges.ts';

/** By which documents codes were shipped, and whether that can be taken back. */
export const checkCancel = async (
  db: Db,
  keyring: Keyring,
  texts: readonly string[],
  isBox: boolean,
): Promise<DataOf<typeof shipApi.cancelCheck>> => {
  const { firmId = 0, codes } = await judgeCancel(db, keyring, texts, isBox);
  const counted = await countItems(
    db,
    firmId,
    codes.map(({ named, bad }) => (named && !bad ? [toRun(named)] : [])),
  );
  const ids = [...new Set(codes.flatMap(({ deliverId }) => deliverId ?? []))];
  const docs =
    ids.length === 0
      ? []
      : await db
          .selectFrom('deliver')
          .where('id', 'in', ids)
          .where('firmId', '=', firmId)
          .select(['id', 'deliverNo', 'toKind', 'toId', 'shipAt'])
          .execute();
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const receivers = await holderNames(
    db,
    firmId,
    docs.map(({ toKind, toId }) => ({ kind: toKind, id: toId })),
  );
  const names = await productNames(
    db,
    counted.flatMap(({ parts }) => parts),
  );
  return codes.map(({ code, named, deliverId, status, bad }, at) => {
    const doc = byId.get(deliverId ?? 0);
    const [first] = counted[at]!.parts;
    return {
      code,
      level: (named?.level ?? null) as 0 | 1 | 2 | null,
      itemQty: counted[at]!.items,
      storeName: first ? names.product(first.productId).storeName : '',
      lotNo: first ? names.lotNo(first.lotId) : '',
      deliverId: doc?.id ?? null,
      deliverNo: doc?.deliverNo ?? '',
      toKind: doc?.toKind ?? null,
      toName: doc ? (receivers.get(partyKey({ kind: doc.toKind, id: doc.toId })) ?? '') : '',
      shipAt: doc?.shipAt ?? null,
      status: status as 0 | 1 | 2 | 3,
      errCode: bad?.errCode ?? 0,
      errMsg: bad?.errMsg ?? '',
    };
  });
};
