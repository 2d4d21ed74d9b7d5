import { PackAct, packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { openKeyring, type Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { firmName } from '../kit/db/selectors.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';

type Input = InputOf<typeof packLogApi.list>;
type Filters = Omit<Input, 'page' | 'limit' | 'code'> & { place?: { seg: number; serial: number } };

const into = sql<boolean>`code_op_item.after ? 'parentSeg'`;
const outOf = sql<boolean>`code_op_item.before -> 0 ? 'parentSeg'`;

const segOfBox = sql<number>`coalesce(code_op_item.after ->> 'parentSeg', code_op_item.before -> 0 ->> 'parentSeg')::int`;

const matching: Matching<'codeOpItem', Filters> = matchingBy(
  'codeOpItem',
  (db) =>
    db
      .selectFrom('codeOpItem')
      .where(sql<boolean>`(code_op_item.after ? 'parentSeg' or code_op_item.before -> 0 ? 'parentSeg')`),
  {
    firmId: eq,
    act: (act) => (act === PackAct.into ? into : outOf),
    place: by(
      ({ seg, serial }: { seg: number; serial: number }) => [seg, serial],
      (_row, seg, serial) => sql<boolean>`(code_op_item.seg = ${seg} and code_op_item.span @> ${serial}::int8
        or code_op_item.after ? 'parentSeg' and (code_op_item.after ->> 'parentSeg')::int = ${seg} and (code_op_item.after ->> 'parentSerial')::bigint = ${serial}
        or code_op_item.before -> 0 ? 'parentSeg' and (code_op_item.before -> 0 ->> 'parentSeg')::int = ${seg} and (code_op_item.before -> 0 ->> 'parentSerial')::bigint = ${serial})`,
    ),
    opSrc: by(
      (opSrc: number) => [opSrc],
      (row, opSrc) =>
        row('codeOpItem.opId', 'in', row.selectFrom('codeOp').select('codeOp.id').where('codeOp.opSrc', '=', opSrc)),
    ),
    operatorId: by(
      (operatorId: number) => [operatorId],
      (row, operatorId) =>
        row(
          'codeOpItem.opId',
          'in',
          row.selectFrom('codeOp').select('codeOp.id').where('codeOp.operatorId', '=', operatorId),
        ),
    ),
    dateLimit: at(within, 'at'),
  },
);

const asRows = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('codeOp as op', 'op.id', 'codeOpItem.opId')
    .innerJoin('segment', 'segment.seg', 'codeOpItem.seg')
    .innerJoin('segment as boxSegment', (join) => join.on('boxSegment.seg', '=', segOfBox))
    .leftJoin('admin', 'admin.id', 'op.operatorId')
    .select([
      'codeOpItem.id',
      'codeOpItem.firmId',
      firmName('codeOpItem'),
      'codeOpItem.at',
      'codeOpItem.seg',
      'segment.keyV',
      sql<number>`lower(code_op_item.span)`.as('from'),
      sql<number>`upper(code_op_item.span) - 1`.as('to'),
      sql<number>`case when code_op_item.after ? 'parentSeg' then ${sql.lit(PackAct.into)} else ${sql.lit(PackAct.outOf)} end`.as(
        'act',
      ),
      segOfBox.as('boxSeg'),
      sql<number>`coalesce(code_op_item.after ->> 'parentSerial', code_op_item.before -> 0 ->> 'parentSerial')::bigint`.as(
        'boxSerial',
      ),
      'boxSegment.keyV as boxKey',
      'op.opNo',
      'op.opSrc',
      'op.reason',
      sql<string>`coalesce(admin.real_name, '')`.as('operatorName'),
    ])
    .orderBy('codeOpItem.at', 'desc')
    .orderBy('codeOpItem.id', 'desc');

/** A page of what went into boxes and came out of them, the latest first. */
const listPackLog = async (
  db: Db,
  keyring: Keyring,
  { code, ...input }: Input,
): Promise<DataOf<typeof packLogApi.list>> => {
  const place = code ? ((await keyring.find(db, code))?.place ?? { seg: 0, serial: 0 }) : undefined;
  const page = await findPage(db, input, matching(db, { ...input, place }), asRows);
  const texts = await keyring.readTexts(
    db,
    page.list.flatMap(({ seg, keyV, from, to, boxSeg, boxKey, boxSerial }) => [
      { seg: boxSeg, keyV: boxKey, serial: boxSerial },
      { seg, keyV, serial: from },
      { seg, keyV, serial: to },
    ]),
  );
  const list = page.list.map(
    ({ seg: _seg, keyV: _key, from, to, boxSeg: _boxSeg, boxKey: _boxKey, boxSerial: _boxSerial, ...row }, nth) => {
      const [parentCode, first, last] = texts.slice(3 * nth);
      return {
        ...row,
        parentCode: parentCode!,
        childText: from === to ? first! : `${first!}~${last!}`,
        childCnt: to - from + 1,
      };
    },
  );
  return { ...page, list: list as DataOf<typeof packLogApi.list>['list'] };
};

/** 包装日志: read from the trail of operations; nothing changes or deletes it. */
export const mountPackLog = (app: App): void => {
  const keyring = openKeyring(app);
  serve(app, packLogApi, { list: ({ input, db }) => listPackLog(db, keyring, input) });
};
