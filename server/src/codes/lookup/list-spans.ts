import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind } from '../state/code-states.ts';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import type { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { findComputedPage } from '../../kit/db/paging.ts';
import type { Keyring } from '../cipher/keyring.ts';

type Spans = DataOf<(typeof identityApi)['spans']>;

const nothing = {
  storeName: '',
  lotNo: '',
  channelName: '',
  voidKind: null,
  boxCode: '',
  shipStatus: null,
  holderName: '',
  handle: '',
  regStatus: null,
  reason: '',
  opNo: '',
};

/** What holds for runs of a segment, of one kind, in the order of serials. */
export const listSpans = async (
  db: Db,
  keyring: Keyring,
  input: InputOf<(typeof identityApi)['spans']>,
): Promise<Spans> => {
  if (input.dim === 'reg') {
    const page = await findComputedPage(
      db,
      input,
      db.selectFrom('registration').where('objKind', '=', ObjectKind.run).where('seg', '=', input.seg),
      (query) =>
        query
          .select([
            'id',
            'handle',
            'status as regStatus',
            'createdAt as at',
            sql<number>`lower(span)`.as('serialFrom'),
            sql<number>`upper(span) - 1`.as('serialTo'),
          ])
          .orderBy(sql`lower(span)`),
    );
    return { ...page, list: page.list.map((row) => ({ ...nothing, ...row })) };
  }
  const payload = (name: string) => sql<number | null>`(span.payload ->> ${sql.lit(name)})::bigint`;
  const page = await findComputedPage(
    db,
    input,
    db.selectFrom('codeSpan as span').where('span.seg', '=', input.seg).where('span.kind', '=', SpanKind[input.dim]),
    (query) =>
      query
        .innerJoin('codeOp as op', 'op.id', 'span.opId')
        .leftJoin('product', (join) => join.on('product.id', '=', payload('productId')))
        .leftJoin('lot', (join) => join.on('lot.id', '=', payload('lotId')))
        .leftJoin('channel', (join) => join.on('channel.id', '=', payload('channelId')))
        .leftJoin('segment as box', (join) => join.on('box.seg', '=', payload('parentSeg')))
        .leftJoin('agent', (join) =>
          join.on('agent.id', '=', payload('holderId')).on(payload('holderKind'), '=', Holder.agent),
        )
        .leftJoin('shop', (join) =>
          join.on('shop.id', '=', payload('holderId')).on(payload('holderKind'), '=', Holder.shop),
        )
        .select([
          'span.id',
          sql<number>`lower(span.span)`.as('serialFrom'),
          sql<number>`upper(span.span) - 1`.as('serialTo'),
          sql<string>`coalesce(product.store_name, '')`.as('storeName'),
          sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
          sql<string>`coalesce(channel.name, '')`.as('channelName'),
          sql<string>`coalesce(agent.name, shop.name, '')`.as('holderName'),
          payload('voidKind').as('voidKind'),
          payload('shipStatus').as('shipStatus'),
          payload('parentSerial').as('boxSerial'),
          'box.seg as boxSeg',
          'box.keyV as boxKey',
          'op.opNo',
          'op.reason',
          'span.at',
        ])
        .orderBy(sql`lower(span.span)`),
  );
  const boxes = page.list.map(({ boxSeg, boxKey, boxSerial }) =>
    boxSeg === null || boxSerial === null ? [] : [{ seg: boxSeg, keyV: boxKey, serial: boxSerial }],
  );
  const texts = (await keyring.readTexts(db, boxes.flat())).values();
  const list = page.list.map(({ boxSeg: _seg, boxKey: _key, boxSerial: _serial, ...row }, at) => ({
    ...nothing,
    ...row,
    boxCode: boxes[at]!.length > 0 ? texts.next().value! : '',
  }));
  return { ...page, list };
};
