import { CodeSource, Entry, Fmt, GeoSource, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import type { TimelineEvent } from '@zhuiyuan/contract/codes/lookup/identity';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { placeKey, type Place } from '../state/parent-places.ts';
import type { Unit } from '../state/read-unit.ts';
import { codeMoves, type CodeMove } from './code-moves.ts';
import { flowOf } from './flow-of.ts';

const boxIn = (json: RawBuilder<unknown>, name: 'parentSeg' | 'parentSerial') =>
  sql<number | null>`(${json} ->> ${sql.lit(name)})::bigint`;

interface Packed {
  intoSeg: number | null;
  intoSerial: number | null;
  outOfSeg: number | null;
  outOfSerial: number | null;
}

/** The texts of the boxes that operations named. */
const readBoxTexts = async (
  db: Db,
  keyring: Keyring,
  ops: readonly Packed[],
  boxes: readonly Place[],
): Promise<(seg: number | null, serial: number | null) => string> => {
  const packed = ops.flatMap(({ intoSeg, intoSerial, outOfSeg, outOfSerial }) => [
    ...(intoSeg === null ? [] : [{ seg: intoSeg, serial: intoSerial! }]),
    ...(outOfSeg === null ? [] : [{ seg: outOfSeg, serial: outOfSerial! }]),
  ]);
  const places = [...packed, ...boxes];
  if (places.length === 0) return () => '';
  const segs = [...new Set(places.map(({ seg }) => seg))];
  const segments = await db.selectFrom('segment').where('seg', 'in', segs).select(['seg', 'keyV']).execute();
  const keys = new Map(segments.map(({ seg, keyV }) => [seg, keyV]));
  const texts = await keyring.readTexts(
    db,
    places.map((place) => ({ ...place, keyV: keys.get(place.seg)! })),
  );
  const byPlace = new Map(places.map((place, at) => [placeKey(place), texts[at]!]));
  return (seg, serial) => byPlace.get(placeKey({ seg: seg!, serial: serial! })) ?? '';
};

/** Scans and operations named in a timeline; the tabs list all of them. */
const shown = 100;

/** Moves of a code with the documents that made them; a shipment says whether it was signed for or cancelled since. */
const toMoveEvents = (
  moves: readonly CodeMove[],
  boxText: (seg: number, serial: number) => string,
): TimelineEvent[] => {
  const ways = flowOf(moves);
  return moves.map((move, nth): TimelineEvent => {
    const isShipment = move.opType === OpType.ship || move.opType === OpType.takeBack;
    const last = moves.findLastIndex(
      ({ deliverId, opType }) => deliverId === move.deliverId && (opType === OpType.ship || opType === OpType.takeBack),
    );
    const step = nth === last ? ways.find(({ deliverId }) => deliverId === move.deliverId) : undefined;
    const status = step ? (step.signAt ? Shipping.signed : Shipping.shipped) : Shipping.cancelled;
    return {
      kind: 'move',
      at: move.at,
      title: OpType.label(move.opType),
      facts: [
        move.opType === OpType.sign ? move.to : `${move.from} → ${move.to}`,
        move.box ? `随箱 ${boxText(move.box.seg, move.box.serial)}` : '',
        move.reason,
        move.realName ? `操作人 ${move.realName}` : '',
        OpSource.label(move.opSrc),
      ].filter(Boolean),
      verdict: null,
      doc: { id: move.deliverId, no: move.deliverNo, status: isShipment ? status : null },
    };
  });
};

const withCustody = [
  OpType.pack,
  OpType.unpack,
  OpType.replace,
  OpType.ship,
  OpType.cancelShip,
  OpType.sign,
  OpType.takeBack,
];

/** One code's life, newest first: issued, every operation that touched it, every scan. */
export const codeTimeline = async (db: Db, keyring: Keyring, unit: Unit): Promise<TimelineEvent[]> => {
  const { seg, serial } = unit;
  const [task, moves, ops, scans] = await Promise.all([
    db
      .selectFrom('task')
      .where('id', '=', unit.taskId)
      .select(['taskNo', 'source', 'fmt', 'createdAt'])
      .executeTakeFirstOrThrow(),
    codeMoves(db, unit),
    db
      .selectFrom('codeOpItem as item')
      .innerJoin('codeOp as op', 'op.id', 'item.opId')
      .leftJoin('admin', 'admin.id', 'op.operatorId')
      .leftJoin('lot', (join) => join.on(sql<boolean>`lot.id = (item.after ->> 'lotId')::bigint`))
      .leftJoin('product', (join) => join.onRef('product.id', '=', 'lot.productId'))
      .leftJoin('channel', (join) => join.on(sql<boolean>`channel.id = (item.after ->> 'channelId')::bigint`))
      .where('item.seg', '=', seg)
      .where(sql<boolean>`item.span @> ${serial}::int8`)
      // Custody that goes with packing is told by what went in or came out, that of shipping by the moves.
      .where(sql<boolean>`not (op.op_type = any(${withCustody}::int[]) and item.after ? 'shipStatus')`)
      .select([
        sql<string>`coalesce(item.occurred_at, item.at)`.as('at'),
        'op.opType',
        'op.opSrc',
        'op.opNo',
        'op.reason',
        'admin.realName',
        'lot.lotNo',
        'product.storeName',
        'channel.name as channelName',
        boxIn(sql`item.after`, 'parentSeg').as('intoSeg'),
        boxIn(sql`item.after`, 'parentSerial').as('intoSerial'),
        boxIn(sql`item.before -> 0`, 'parentSeg').as('outOfSeg'),
        boxIn(sql`item.before -> 0`, 'parentSerial').as('outOfSerial'),
        sql<boolean>`item.after ? 'boxState'`.as('isSealed'),
      ])
      .orderBy('item.seq', 'desc')
      .limit(shown)
      .execute(),
    db
      .selectFrom('scanLog')
      .where('seg', '=', seg)
      .where('serial', '=', serial)
      .select(['at', 'verdict', 'entry', 'province', 'city', 'geoSource', 'isCounted'])
      .orderBy('at', 'desc')
      .limit(shown)
      .execute(),
  ]);
  const boxes = moves.flatMap(({ box }) => box ?? []);
  const boxText = await readBoxTexts(db, keyring, ops, boxes);
  const events: TimelineEvent[] = [
    ...scans.map((scan): TimelineEvent => {
      const place = [scan.province, scan.city].filter(Boolean).join(' ');
      return {
        kind: 'scan',
        at: scan.at,
        title: scan.isCounted ? '消费者查询' : '消费者查询（不计次）',
        facts: [
          Entry.label(scan.entry),
          ...(place ? [place] : []),
          scan.geoSource === GeoSource.none ? '位置未知' : GeoSource.label(scan.geoSource),
        ],
        verdict: Verdict.of(scan.verdict) ? (scan.verdict as TimelineEvent['verdict']) : null,
        doc: null,
      };
    }),
    ...toMoveEvents(moves, boxText).toReversed(),
    ...ops.map((op): TimelineEvent => ({
      kind: 'op',
      at: op.at,
      // What packing activated says so beside it, as what was taken out of its box to be shipped.
      title: op.isSealed
        ? '封箱'
        : OpType.label(
            op.opType === OpType.pack && op.lotNo
              ? OpType.activate
              : op.opType === OpType.ship && op.outOfSeg !== null
                ? OpType.unpack
                : op.opType,
          ),
      facts: [
        op.intoSeg === null ? '' : `装入 ${boxText(op.intoSeg, op.intoSerial)}`,
        op.outOfSeg === null ? '' : `从 ${boxText(op.outOfSeg, op.outOfSerial)} 拆出`,
        op.storeName ?? '',
        op.lotNo ? `批次 ${op.lotNo}` : '',
        op.channelName ? `渠道 ${op.channelName}` : '',
        op.isSealed ? '' : op.reason,
        op.realName ? `操作人 ${op.realName}` : '',
        OpSource.label(op.opSrc),
        op.opNo,
      ].filter(Boolean),
      verdict: null,
      doc: null,
    })),
    {
      kind: 'issue',
      at: task.createdAt,
      title: '生成',
      facts: [`任务 ${task.taskNo}`, CodeSource.label(task.source), Fmt.label(task.fmt), `码段 ${seg}，序号 ${serial}`],
      verdict: null,
      doc: null,
    },
  ];
  return events.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
};
