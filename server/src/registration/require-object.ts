import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import type { registrationApi } from '@zhuiyuan/contract/registration/registration';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { registrationRefusals } from '@zhuiyuan/contract/registration/registration-refusals';
import { codeFacts, findCode } from '../codes/lookup/code-facts.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { codeRecord } from './read-record.ts';
import type { HandleValue } from '@zhuiyuan/contract/registration/registration';

type Draft = InputOf<typeof registrationApi.save>;

export interface RegisteredObject {
  firmId: number;
  objId: number;
  /** Part of the handle behind the prefix. */
  suffix: string;
  seg: number | null;
  /** First and last serial, both included. */
  span: [number, number] | null;
  /** The computed record of a code. */
  code?: HandleValue[];
}

/** The operator's own object a draft speaks of. Refuses 404, 61001, 61002, 61042, 61043. */
export const requireObject = async (db: Db, keyring: Keyring, draft: Draft): Promise<RegisteredObject> => {
  if (draft.objKind === ObjectKind.product) {
    const product = await live(db, 'product')
      .where('id', '=', draft.objId!)
      .select(['id', 'firmId', 'productNo'])
      .executeTakeFirst();
    if (!product) throw notFound();
    return { firmId: product.firmId, objId: product.id, suffix: `P.${product.productNo}`, seg: null, span: null };
  }
  if (draft.objKind === ObjectKind.lot) {
    const lot = await live(db, 'lot')
      .innerJoin('product', 'product.id', 'lot.productId')
      .where('lot.id', '=', draft.objId!)
      .select(['lot.id', 'lot.firmId', 'lot.lotNo', 'product.productNo'])
      .executeTakeFirst();
    if (!lot) throw notFound();
    return {
      firmId: lot.firmId,
      objId: lot.id,
      suffix: `L.${lot.productNo}.${lot.lotNo}`,
      seg: null,
      span: null,
    };
  }
  if (draft.objKind === ObjectKind.run) {
    const segment = await db
      .selectFrom('segment')
      .where('seg', '=', draft.seg!)
      .select(['seg', 'firmId', 'count'])
      .executeTakeFirst();
    if (!segment) throw notFound();
    const [from, to] = [draft.serialFrom!, draft.serialTo!];
    if (from > to) throw refuse(registrationRefusals.fromAfterTo);
    if (to > segment.count) throw refuse(registrationRefusals.outsideSegment, { n: segment.count });
    return {
      firmId: segment.firmId,
      objId: segment.seg,
      suffix: `S.${segment.seg}.${from}-${to}`,
      seg: segment.seg,
      span: [from, to],
    };
  }
  const facts = await codeFacts(db, keyring, await findCode(db, keyring, draft.code!));
  return {
    firmId: facts.firmId,
    objId: facts.codeId,
    suffix: facts.code,
    seg: facts.seg,
    span: [facts.serial, facts.serial],
    code: await codeRecord(db, facts),
  };
};
