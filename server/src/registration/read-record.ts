import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Life, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import type { CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { HandleValue } from '@zhuiyuan/contract/registration/registration';
import type { Db } from '../kit/db/database.ts';
import { readSetting } from '../settings/read-setting.ts';
import { templateItems } from './template-items.ts';

/** The items every record has, by their index. */
const names: Record<number, { name: string; type: HandleValue['type'] }> = {
  1: { name: '链接', type: 'link' },
  2: { name: '产品名称', type: 'text' },
  3: { name: '规格', type: 'text' },
  4: { name: '生产企业', type: 'text' },
  5: { name: '批号', type: 'text' },
  6: { name: '生产日期', type: 'date' },
  7: { name: '状态', type: 'text' },
};
/** Where the record leads, and the state of the thing: what parsing compares. */
export const comparedIndexes: readonly number[] = [1, 7];

const item = (index: number, data: string | null | undefined): HandleValue[] =>
  data ? [{ index, ...names[index]!, data, auth: 'public' }] : [];

/** A registration's object, as far as its record needs it. */
export interface Registered {
  firmId: number;
  handle: string;
  objKind: number;
  objId: number;
  seg: number | null;
  /** As they are stored. */
  values: unknown;
}

const productRecord = async (db: Db, id: number): Promise<HandleValue[]> => {
  const product = await db
    .selectFrom('product')
    .innerJoin('firm', 'firm.id', 'product.firmId')
    .where('product.id', '=', id)
    .select(['product.storeName', 'product.spec', 'product.status', 'firm.name'])
    .executeTakeFirst();
  return [
    ...item(2, product?.storeName),
    ...item(3, product?.spec),
    ...item(4, product?.name),
    ...item(7, product && (product.status === Enabled.on ? '正常' : '停用')),
    ...(await templateItems(db, id, null)),
  ];
};

const lotRecord = async (db: Db, id: number): Promise<HandleValue[]> => {
  const lot = await db
    .selectFrom('lot')
    .where('id', '=', id)
    .select(['productId', 'lotNo', 'produceDate', 'recallState'])
    .executeTakeFirst();
  if (!lot) return [];
  const product = (await productRecord(db, lot.productId)).filter(({ index }) => index < 5);
  return [
    ...product,
    ...item(5, lot.lotNo),
    ...item(6, lot.produceDate),
    ...item(7, lot.recallState === RecallState.recalled ? '召回中' : '正常'),
    ...(await templateItems(db, lot.productId, id)),
  ];
};

const segmentRecord = async (db: Db, seg: number): Promise<HandleValue[]> => {
  const segment = await db
    .selectFrom('segment')
    .innerJoin('firm', 'firm.id', 'segment.firmId')
    .where('segment.seg', '=', seg)
    .select(['segment.state', 'firm.name'])
    .executeTakeFirst();
  return [...item(4, segment?.name), ...item(7, segment && SegmentState.label(segment.state))];
};

/** The record of one code, computed from what is known of it now. */
export const codeRecord = async (db: Db, facts: CodeFacts): Promise<HandleValue[]> => [
  ...item(1, facts.url),
  ...item(2, facts.storeName),
  ...item(3, facts.spec),
  ...item(4, facts.firmName),
  ...item(5, facts.lotNo),
  ...item(6, facts.produceDate),
  ...item(7, Life.label(facts.life)),
  ...(await templateItems(db, facts.productId, facts.lotId)),
];

/**
 * What the node is to hold: the items computed from the object's own data now, the stored ones over them. A code's are
 * given, for they are computed when somebody asks and never stored.
 */
export const readRecord = async (db: Db, of: Registered, code?: HandleValue[]): Promise<HandleValue[]> => {
  const computed =
    code ??
    (of.objKind === ObjectKind.product
      ? await productRecord(db, of.objId)
      : of.objKind === ObjectKind.lot
        ? await lotRecord(db, of.objId)
        : await segmentRecord(db, of.seg ?? 0));
  const host = code ? '' : await readSetting(db, 'code_domain');
  const link = item(1, host && `${host}/id/${of.handle}`);
  const merged = new Map(
    [...link, ...computed, ...HandleValue.array().parse(of.values)].map((value) => [value.index, value]),
  );
  return [...merged.values()].toSorted((a, b) => a.index - b.index);
};
