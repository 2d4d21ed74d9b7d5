import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import type { LabelValues } from '@zhuiyuan/contract/codes/label/elements';
import type { CodeColumn } from '@zhuiyuan/contract/codes/export/code-export';
import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { exportLines, type CodeLine } from '../export/export-lines.ts';

/** What the labels of a task have in common; '' where the task does not say it. */
export type Bound = Pick<
  LabelValues,
  'productName' | 'spec' | 'gtin' | 'lotNo' | 'produceDate' | 'firmName' | 'actText'
> & { firmId: number; hasProduct: boolean; hasLot: boolean };

/** What a task binds its codes to. 404 for none, or one of another firm. */
export const boundOf = async (db: Db, taskId: number): Promise<Bound> => {
  const row = await db
    .selectFrom('task')
    .innerJoin('firm', 'firm.id', 'task.firmId')
    .leftJoin('product', 'product.id', 'task.productId')
    .leftJoin('lot', 'lot.id', 'task.lotId')
    .where('task.id', '=', taskId)
    .select([
      'task.firmId',
      'task.productId',
      'task.lotId',
      'firm.name as firmName',
      'product.storeName',
      'product.spec',
      // What its links name stands on its labels too.
      ({ fn }) => fn.coalesce('task.gtin', 'product.gtin').as('gtin'),
      'lot.lotNo',
      'lot.produceDate',
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    firmId: row.firmId,
    hasProduct: row.productId !== null,
    hasLot: row.lotId !== null,
    firmName: row.firmName,
    productName: row.storeName ?? '',
    spec: row.spec ?? '',
    gtin: row.gtin ? shownGtin(row.gtin) : '',
    lotNo: row.lotNo ?? '',
    produceDate: row.produceDate ?? '',
    actText: '',
  };
};

/** What of each code its labels are read by. */
export const labelColumns: ReadonlySet<CodeColumn> = new Set([
  'code',
  'url',
  'innerCode',
  'innerUrl',
  'pin',
  'boxCode',
]);
const serialDigits = 8;

/** What one label says. */
export const toValues = (bound: Bound, line: CodeLine): LabelValues => ({
  productName: bound.productName,
  spec: bound.spec,
  gtin: bound.gtin,
  lotNo: bound.lotNo,
  produceDate: bound.produceDate,
  firmName: bound.firmName,
  actText: bound.actText,
  serial: String(line.serial),
  serialNo: `${line.seg}-${String(line.serial).padStart(serialDigits, '0')}`,
  code: groupCode(String(line.code ?? '')),
  url: String(line.url || line.code || ''),
  innerCode: groupCode(String(line.innerCode ?? '')),
  innerUrl: String(line.innerUrl || line.innerCode || ''),
  pin: String(line.pin ?? ''),
  boxCode: groupCode(String(line.boxCode ?? '')),
});

/** What a sample label says: of the first code of a task, with sample words for what it lacks, or sample words alone under a firm's name. */
export const sampleOf = async (
  db: Db,
  keyring: Keyring,
  { firmId, taskId }: { firmId?: number; taskId?: number },
): Promise<LabelValues> => {
  if (taskId === undefined) {
    if (firmId === undefined) return sampleValues;
    const firm = await db.selectFrom('firm').where('id', '=', firmId).select('name as firmName').executeTakeFirst();
    return firm ? { ...sampleValues, firmName: firm.firmName } : sampleValues;
  }
  const bound = await boundOf(db, taskId);
  const segment = await db
    .selectFrom('segment')
    .where('taskId', '=', taskId)
    .select('seg')
    .orderBy('level')
    .orderBy('seg')
    .limit(1)
    .executeTakeFirst();
  if (!segment) return { ...sampleValues, ...said(bound) };
  const lines = exportLines(db, keyring, [{ seg: segment.seg, from: 1, to: 1 }], labelColumns);
  const { value } = await lines.next();
  return { ...sampleValues, ...said(value ? toValues(bound, value) : bound) };
};

/** The values that are there. */
const said = (values: object): Partial<LabelValues> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name in sampleValues && value !== ''));
