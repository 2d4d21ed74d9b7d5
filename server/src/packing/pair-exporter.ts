import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { dateLimit } from '@zhuiyuan/contract/kit/date-limit';
import { filterText, id } from '@zhuiyuan/contract/kit/fields';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readBinds } from '../codes/state/pieces.ts';
import { merged, type Run } from '../codes/state/ranges.ts';
import { findChildrenOfEach } from '../codes/state/with-children.ts';
import { below, type Exporter } from '../jobs/exporter.ts';
import type { Db } from '../kit/db/database.ts';
import { matchingBoxes } from './list-boxes.ts';

const Filters = z.object({
  firmId: id().optional(),
  /** With it all boxes of a task, also those as they were joined before printing; without it those that were packed. */
  taskNo: filterText,
  level: Level.schema.optional(),
  code: filterText,
  dateLimit,
});
type Filters = z.output<typeof Filters>;

interface Pair {
  parentCode: string;
  parentLevel: number;
  childCode: string;
  childLevel: number;
  storeName: string;
  lotNo: string;
  packedAt: string;
  operatorName: string;
}

interface FoundBox {
  id: number;
  firmId: number;
  seg: number;
  serial: number;
  level: number;
  keyV: string | null;
}

/** Boxes read at once: a box holds a thousand codes at most. */
const boxesAtOnce = 200;

/** Boxes of a task, one after the other, whether anybody touched them or not. */
const boxesOfTask = async (
  db: Db,
  { taskNo, ...filters }: Filters,
  after: FoundBox | undefined,
  limit: number,
): Promise<FoundBox[]> => {
  const { level } = filters;
  const segments = await db
    .selectFrom('segment')
    .innerJoin('task', 'task.id', 'segment.taskId')
    .where('task.taskNo', '=', taskNo!)
    .where('segment.level', level === undefined ? '>' : '=', level ?? Level.item)
    .where('segment.level', '>', Level.item)
    .$if(filters.firmId !== undefined, (query) => query.where('segment.firmId', '=', filters.firmId!))
    .$if(after !== undefined, (query) => query.where('segment.seg', '>=', after!.seg))
    .select(['segment.seg', 'segment.firmId', 'segment.level', 'segment.keyV', 'segment.count'])
    .orderBy('segment.seg')
    .execute();
  const boxes: FoundBox[] = [];
  for (const { count, ...segment } of segments) {
    const first = segment.seg === after?.seg ? after.serial + 1 : 1;
    for (let serial = first; serial <= count && boxes.length < limit; serial += 1)
      boxes.push({ ...segment, serial, id: toCodeId(segment.seg, serial) });
  }
  return boxes;
};

/** Boxes that were packed, by their numbers. */
const packedBoxes = async (
  db: Db,
  keyring: Keyring,
  { taskNo, ...filters }: Filters,
  after: FoundBox | undefined,
  limit: number,
): Promise<FoundBox[]> =>
  (await matchingBoxes(db, keyring, filters))
    .innerJoin('segment', 'segment.seg', 'box.seg')
    .$if(taskNo !== undefined && taskNo !== '', (query) =>
      query.where('segment.taskId', 'in', (row) =>
        row.selectFrom('task').select('task.id').where('taskNo', '=', taskNo!),
      ),
    )
    .where('box.id', '<', below(after))
    .select(['box.id', 'box.firmId', 'box.seg', 'box.serial', 'box.level', 'segment.keyV'])
    .orderBy('box.id', 'desc')
    .limit(limit)
    .execute();

/** What codes are bound to, in words. */
const namesOf = async (db: Db, firms: readonly number[], runs: readonly Run[]) => {
  const binds = (await Promise.all(firms.map((firmId) => readBinds(db, firmId, runs)))).flat();
  const lotIds = [...new Set(binds.map(({ lotId }) => lotId))];
  const lots =
    lotIds.length === 0
      ? []
      : await db
          .selectFrom('lot')
          .innerJoin('product', 'product.id', 'lot.productId')
          .where('lot.id', 'in', lotIds)
          .select(['lot.id', 'lot.lotNo', 'product.storeName'])
          .execute();
  const byLot = new Map(lots.map((lot) => [lot.id, lot]));
  binds.sort((a, b) => a.seg - b.seg || a.from - b.from);
  return ({ seg, serial }: { seg: number; serial: number }) => {
    let [low, high] = [0, binds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { seg: at, to } = binds[middle]!;
      if (at < seg || (at === seg && to < serial)) low = middle + 1;
      else high = middle;
    }
    const bind = binds[low];
    return bind?.seg === seg && bind.from <= serial ? byLot.get(bind.lotId) : undefined;
  };
};

/** Each code beside the box it lies in directly. */
const toPairs = async (db: Db, keyring: Keyring, boxes: readonly FoundBox[]): Promise<Pair[]> => {
  const firms = [...new Set(boxes.map(({ firmId }) => firmId))];
  const inside = await findChildrenOfEach(db, firms, boxes);
  const runs = merged(inside.flat());
  if (runs.length === 0) return [];
  const segments = await db
    .selectFrom('segment')
    .where('seg', 'in', [...new Set(runs.map(({ seg }) => seg))])
    .select(['seg', 'level', 'keyV'])
    .execute();
  const bySeg = new Map(segments.map((segment) => [segment.seg, segment]));
  const nameOf = await namesOf(db, firms, runs);
  const packed = await db
    .selectFrom('box')
    .leftJoin('admin', 'admin.id', 'box.packedBy')
    .where(
      'box.id',
      'in',
      boxes.map((box) => box.id),
    )
    .select(['box.id', 'box.packedAt', sql<string>`coalesce(admin.real_name, '')`.as('operatorName')])
    .execute();
  const touched = new Map(packed.map((box) => [box.id, box]));
  const codes = inside.flatMap((own, nth) =>
    own.flatMap(({ seg, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, at) => ({ nth, ...bySeg.get(seg)!, serial: from + at })),
    ),
  );
  const parents = await keyring.readTexts(db, boxes);
  const texts = await keyring.readTexts(db, codes);
  return codes.map(({ nth, seg, serial, level }, at) => {
    const box = boxes[nth]!;
    const name = nameOf({ seg, serial });
    return {
      parentCode: parents[nth]!,
      parentLevel: box.level,
      childCode: texts[at]!,
      childLevel: level,
      storeName: name?.storeName ?? '',
      lotNo: name?.lotNo ?? '',
      packedAt: touched.get(box.id)?.packedAt ?? '',
      operatorName: touched.get(box.id)?.operatorName ?? '',
    };
  });
};

/** 包装关联 as a file: every code beside its box. */
export const pairExporter = (keyring: Keyring): Exporter<Pair, Filters, FoundBox> => ({
  biz: 'pack_pair',
  title: '包装关联',
  may: packingApi.export.may,
  columns: [
    { title: '箱码', width: 26, cell: (row) => row.parentCode },
    { title: '箱级别', cell: (row) => Level.label(row.parentLevel) },
    { title: '下级码', width: 26, cell: (row) => row.childCode },
    { title: '下级级别', cell: (row) => Level.label(row.childLevel) },
    { title: '产品', width: 32, cell: (row) => row.storeName },
    { title: '批号', width: 20, cell: (row) => row.lotNo },
    { title: '装箱时间', width: 20, cell: (row) => row.packedAt },
    { title: '装箱人', cell: (row) => row.operatorName },
  ],
  filters: Filters,
  page: (db, filters, after, limit) =>
    filters.taskNo && !filters.code && !filters.dateLimit
      ? boxesOfTask(db, filters, after, limit)
      : packedBoxes(db, keyring, filters, after, limit),
  complete: (db, boxes) => toPairs(db, keyring, boxes),
  pageRows: boxesAtOnce,
  form: [
    { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
    { name: 'taskNo', label: '任务编号', control: 'text' },
    {
      name: 'level',
      label: '箱级别',
      control: 'select',
      options: Level.options.filter(({ value }) => value !== Level.item),
    },
    { name: 'code', label: '编码', control: 'text' },
    { name: 'dateLimit', label: '装箱时间', control: 'date' },
  ],
});
