import { Level, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { PackAct } from '@zhuiyuan/contract/packing/pack-log';
import { packingApi, type PackDraft, type StationBox, type StationChild } from '@zhuiyuan/contract/packing/packing';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import { openKeyring, type Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { Refusal, refuseOn } from '../kit/refusal.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { mountExporter, offerExport } from '../jobs/exporter.ts';
import { mountImporter } from '../jobs/importer.ts';
import { startImport } from '../jobs/start-import.ts';
import { boxExporter } from './box-exporter.ts';
import { judgePacking, type Judged } from './judge-packing.ts';
import { listBoxes } from './list-boxes.ts';
import { listTree } from './list-tree.ts';
import { loggingRefused } from './log-refused.ts';
import { findNamed, isBad, requireNamed, type NamedCode } from './named-codes.ts';
import { dissolveBox, removeCodes, sealBoxes } from './open-boxes.ts';
import { packCodes } from './pack-codes.ts';
import { pairExporter } from './pair-exporter.ts';
import { packImporter } from './pack-import.ts';
import { printBoxes } from './print-boxes.ts';
import { replaceCode } from './replace-code.ts';

/** Boxes a person is shown as his last. */
const recentBoxes = 20;

const packing = ({ parentCode, children }: PackDraft) => ({ act: PackAct.into, box: parentCode, codes: children });
const opening = ({ code, reason }: { code: string; reason?: string }) => ({ act: PackAct.outOf, box: code, reason });

/** Packing: what lies in which box, and how it came there. */
export const mountPacking = (app: App): void => {
  const keyring = openKeyring(app);
  mountImporter(app, packImporter(keyring));
  const exporter = boxExporter(keyring);
  mountExporter(app, exporter);
  mountExporter(app, pairExporter(keyring));
  const logged = loggingRefused(app, keyring);
  refuseOn(app, { box_capacity_ck: () => new Refusal(codeRefusals.overCapacity[0], '超出箱容量') });
  serve(app, packingApi, {
    list: ({ input, db }) => listBoxes(db, keyring, input),
    boxes: ({ input, db }) => listTree(db, keyring, input),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
    cards: ({ db }) => readCards(db),
    check: ({ input, db }) => checkPacking(db, keyring, input),
    alone: (call) =>
      logged(call, packing(call.input), (db) =>
        packCodes(db, keyring, call.operator, call.input, { asks: Level.item }),
      ),
    box: (call) =>
      logged(call, packing(call.input), (db) => packCodes(db, keyring, call.operator, call.input, { asks: Level.box })),
    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'pack', input) },
    recent: ({ input, db, operator }) => readRecent(db, keyring, operator.id, input.level),
    undo: (call) =>
      logged(call, opening(call.input), (db) =>
        dissolveBox(db, keyring, call.operator, { ...call.input, isOwn: true, reason: '撤销装箱' }),
      ),
    remove: (call) =>
      logged(call, { act: PackAct.outOf, codes: call.input.childCodes, reason: call.input.reason }, (db) =>
        removeCodes(db, keyring, call.operator, call.input),
      ),
    dissolve: (call) => logged(call, opening(call.input), (db) => dissolveBox(db, keyring, call.operator, call.input)),
    replace: (call) =>
      logged(call, { act: PackAct.replace, codes: [call.input.oldCode], reason: call.input.reason }, (db) =>
        replaceCode(db, keyring, call.operator, call.input),
      ),
    seal: (call) =>
      logged(call, { act: PackAct.seal, codes: [call.input.code] }, (db) =>
        sealBoxes(db, keyring, call.operator, { ...call.input, codes: [call.input.code] }),
      ),
    sealMany: (call) =>
      logged(call, { act: PackAct.seal, codes: call.input.codes }, (db) =>
        sealBoxes(db, keyring, call.operator, call.input),
      ),
    print: ({ input, db }) => printBoxes(db, keyring, input),
  });
};

const checkPacking = async (
  db: Db,
  keyring: Keyring,
  { parentCode, childCode, asks, ...work }: InputOf<typeof packingApi.check>,
): Promise<DataOf<typeof packingApi.check>> => {
  const parent = await requireNamed(db, keyring, parentCode);
  const [child] = childCode ? await findNamed(db, keyring, [childCode]) : [];
  const named = child && !isBad(child) ? [child] : [];
  const { box, bad, same } = await judgePacking(db, keyring, parent, named, work, asks);
  const shown = await toStationBox(db, parent, box);
  const [why] = child && isBad(child) ? [child] : bad;
  const judged: StationChild | null = child
    ? {
        codeId: isBad(child) ? null : child.codeId,
        code: child.code,
        isSame: same.length > 0,
        errCode: why?.errCode ?? 0,
        errMsg: why?.errMsg ?? '',
      }
    : null;
  return { box: shown, child: judged };
};

/** A box as who packs it sees it. */
export const toStationBox = async (db: Db, { codeId, code }: NamedCode, box: Judged['box']): Promise<StationBox> => {
  const names = box.bound
    ? await db
        .selectFrom('lot')
        .innerJoin('product', 'product.id', 'lot.productId')
        .where('lot.id', '=', box.bound.lotId)
        .select(['product.storeName', 'lot.lotNo'])
        .executeTakeFirst()
    : undefined;
  return {
    codeId,
    code,
    level: box.level as StationBox['level'],
    productId: box.bound?.productId ?? null,
    storeName: names?.storeName ?? '',
    lotNo: names?.lotNo ?? '',
    childCnt: box.childCnt,
    capacity: box.capacity,
    boxState: box.boxState,
    childLevel: box.childLevel as StationBox['childLevel'],
  };
};

const readRecent = async (
  db: Db,
  keyring: Keyring,
  adminId: number,
  level: number | undefined,
): Promise<DataOf<typeof packingApi.recent>> => {
  const rows = await db
    .selectFrom('box')
    .innerJoin('segment', 'segment.seg', 'box.seg')
    .where('box.packedBy', '=', adminId)
    .$if(level !== undefined, (query) => query.where('box.level', '=', level!))
    .where('box.childCnt', '>', 0)
    .select([
      'box.id as codeId',
      'box.seg',
      'box.serial',
      'box.level',
      'segment.keyV',
      'box.childCnt',
      'box.capacity',
      'box.packedAt',
      sql<boolean>`box.packed_at > now() - interval '10 minutes'`.as('canUndo'),
    ])
    .orderBy('box.packedAt', 'desc')
    .limit(recentBoxes)
    .execute();
  const texts = await keyring.readTexts(db, rows);
  return rows.map(({ seg: _seg, serial: _serial, keyV: _key, level: ofBox, ...row }, at) => ({
    ...row,
    level: ofBox as StationBox['level'],
    code: texts[at]!,
  }));
};

/** Boxes and products packed today, how often one was opened and something was refused; what was taken back is not subtracted. */
const readCards = async (db: Db): Promise<DataOf<typeof packingApi.cards>> => {
  const today = `${shanghaiToday()} 00:00:00`;
  const boxes = await db
    .selectFrom('box')
    .where('packedAt', '>=', today)
    .where('childCnt', '>', 0)
    .where('packedBy', 'is not', null)
    .select(['level', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('level')
    .execute();
  const { itemCnt } = await db
    .selectFrom('moveDay')
    .where('day', '=', shanghaiToday())
    .select(sql<number>`coalesce(sum(pack_qty), 0)::int`.as('itemCnt'))
    .executeTakeFirstOrThrow();
  const { openCnt } = await db
    .selectFrom('codeOp')
    .where('createdAt', '>=', today)
    .where('opType', '=', OpType.unpack)
    .select(sql<number>`count(*)::int`.as('openCnt'))
    .executeTakeFirstOrThrow();
  const { failCnt } = await db
    .selectFrom('packRefusal')
    .where('at', '>=', today)
    .select(sql<number>`count(*)::int`.as('failCnt'))
    .executeTakeFirstOrThrow();
  const countOf = (level: number) => Number(boxes.find((row) => row.level === level)?.count ?? 0);
  return { boxCnt: countOf(Level.box), caseCnt: countOf(Level.case), itemCnt, openCnt, failCnt };
};
