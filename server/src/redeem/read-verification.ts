import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerAct, VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import type { VerEvent, VerInfo } from '@zhuiyuan/contract/redeem/verification';
import { sql } from 'kysely';
import { drawNoText } from '../campaign/draw-no.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { staffName } from '../kit/db/selectors.ts';
import { notFound } from '../kit/refusal.ts';
import { verRef } from '../parties/deductible/credit-shop.ts';
import { regionNames } from '../settings/region-names.ts';
import { asVers, matchingVers, toVerRows, type FoundVer } from './find-verifications.ts';

/** All about one verification; 404 where there is none. */
export const readVerification = async (db: Db, keyring: Keyring, id: number): Promise<VerInfo> => {
  const found = await asVers(matchingVers(db, { ids: [id] }))
    .innerJoin('claim', 'claim.drawId', 'prizeVer.drawId')
    .leftJoin('product', 'product.id', 'draw.productId')
    .select([
      drawNoText('draw').as('drawNo'),
      'draw.drawnAt',
      sql<string>`coalesce(product.store_name, '')`.as('productName'),
      'claim.claimNo',
      sql<VerInfo['claimStatus']>`claim.status`.as('claimStatus'),
      'claim.expireAt',
    ])
    .executeTakeFirst();
  if (!found) throw notFound();
  const [row] = await toVerRows(db, [found]);
  const { seg, serial, keyV } = found;
  const regions = await regionNames(db, [found.regionCode]);
  return {
    ...row!,
    codeText: seg === null ? '' : await keyring.readText(db, { seg, keyV }, serial!),
    shopAddress: `${regions.get(found.regionCode) ?? ''}${found.address}`,
    events: await eventsOf(db, found),
  };
};

/** What happened to the prize: that it was won, each time it was handed out and taken back, and how what was owed was settled. */
const eventsOf = async (db: Db, ver: FoundVer & { drawNo: string; drawnAt: string }): Promise<VerEvent[]> => {
  const quiet = { shopName: '', amount: 0, operatorName: '', remark: '' };
  const vers = await db
    .selectFrom('prizeVer')
    .innerJoin('shop', 'shop.id', 'prizeVer.shopId')
    .where('prizeVer.drawId', '=', ver.drawId)
    .orderBy('prizeVer.id')
    .select([
      'prizeVer.verNo',
      'prizeVer.status',
      'prizeVer.verAt',
      'prizeVer.reversedAt',
      'prizeVer.reverseReason',
      'prizeVer.deductAmount',
      'shop.name as shopName',
      staffName('prizeVer.reversedBy').as('operatorName'),
    ])
    .execute();
  const events: VerEvent[] = [{ ...quiet, act: VerAct.draw, at: ver.drawnAt, no: ver.drawNo }];
  for (const { verNo: no, verAt, reversedAt, reverseReason, deductAmount, shopName, operatorName } of vers) {
    events.push({ ...quiet, act: VerAct.verify, at: verAt, no, shopName, amount: deductAmount });
    if (reversedAt !== null)
      events.push({
        act: VerAct.reverse,
        at: reversedAt,
        no,
        shopName,
        amount: -deductAmount,
        operatorName,
        remark: reverseReason,
      });
  }
  return [...events, ...(await settlementsOf(db, ver))].reverse();
};

/** The entries that settled a verification: the first that cleared the shop's account after its credit, then the dealer's. */
const settlementsOf = async (
  db: Db,
  { id, firmId, shopId, agentId, status, settleState, deductAmount, shopName, agentName }: FoundVer,
): Promise<VerEvent[]> => {
  if (status !== VerStatus.done || settleState === SettleState.open) return [];
  const credit = await db
    .selectFrom('dedLog')
    .where('firmId', '=', firmId)
    .where('shopId', '=', shopId)
    .where('kind', '=', DedKind.verify)
    .where('refKind', '=', verRef)
    .where('refId', '=', id)
    .select('id')
    .executeTakeFirst();
  const cleared = (after: number, owner: { ownerKind: DeductibleOwner; ownerId: number; peerId: number }) =>
    db
      .selectFrom('dedLog')
      .where('firmId', '=', firmId)
      .where((row) => row.and(owner))
      .where('id', '>', after)
      .where('kind', 'in', [DedKind.clear, DedKind.remit])
      .orderBy('id')
      .limit(1)
      .select(['id', 'at', 'remark', staffName('dedLog.operatorId').as('operatorName')])
      .executeTakeFirst();
  const toEvent = (
    act: typeof VerAct.settle | typeof VerAct.settleAgent,
    who: string,
    { at, remark, operatorName }: NonNullable<Awaited<ReturnType<typeof cleared>>>,
  ): VerEvent => ({ act, at, no: '', shopName: who, amount: -deductAmount, operatorName, remark });
  const shop =
    credit &&
    (await cleared(credit.id, { ownerKind: DeductibleOwner.shop, ownerId: shopId, peerId: agentId ?? firmId }));
  if (!shop) return [];
  const events = [toEvent(VerAct.settle, shopName, shop)];
  if (settleState === SettleState.agent && agentId !== null) {
    const dealer = await cleared(shop.id, { ownerKind: DeductibleOwner.agent, ownerId: agentId, peerId: firmId });
    if (dealer) events.push(toEvent(VerAct.settleAgent, agentName, dealer));
  }
  return events;
};
