import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { opReason } from '@zhuiyuan/contract/codes/ops/op-draft';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { flag } from '@zhuiyuan/contract/kit/fields';
import { sql } from 'kysely';
import { z } from 'zod';
import { absent, type Importer, type NumberedRow, type Outcome } from '../../jobs/importer.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, Refusal } from '../../kit/refusal.ts';
import { dayCell } from '../../kit/sheets/cells.ts';
import { findOrCreateLot } from '../../trace/lot/find-or-create-lot.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { askOp } from './ask-op.ts';
import { carryOutRows, lockRows, readRows } from './carry-out-rows.ts';
import { growFileOp } from './grow-file-op.ts';
import type { Asked } from './op-kind.ts';

const codeCell = z.string().max(512, '编码过长').optional();
const numberText = (title: string) => z.string().max(30, `${title}不能超过30个字符`);

/** The codes of a line: one, or both ends of a run. */
const codeCells = { code: codeCell, firstCode: codeCell, lastCode: codeCell };
interface CodeCells {
  code?: string;
  firstCode?: string;
  lastCode?: string;
}

const named = ({ code, firstCode, lastCode }: CodeCells) =>
  code ? { firstText: code, lastText: '' } : { firstText: firstCode ?? '', lastText: lastCode ?? '' };

const namesCodes = ({ code, firstCode, lastCode }: CodeCells): boolean =>
  code ? !firstCode && !lastCode : Boolean(firstCode && lastCode);
const whichCodes = { path: ['code'], message: '请填写编码，或起始编码和结束编码' };

const codeColumns = [
  { title: '编码', key: 'code', width: 28, example: '编码，或填起始编码和结束编码' },
  { title: '起始编码', key: 'firstCode', width: 28 },
  { title: '结束编码', key: 'lastCode', width: 28 },
];

/** What a file of operations is asked for as a whole. */
const Params = z.object({ includeChild: flag.default(false) });
type Params = z.output<typeof Params>;

interface Told<Line> {
  opType: number;
  /** What a line asks for beside its codes, with the numbers it names found; made where the line may make it. */
  ask: (db: Db, context: { firmId: number; operator: Operator }, line: Line) => Promise<Asked>;
  /** Lines with the same are one operation. */
  target: (line: Line) => readonly (string | undefined)[];
}

/** Lines in one transaction. */
const linesAtOnce = 500;

/**
 * Lines of a file carried out as an operation on codes. Lines of the same target are one operation, which grows with every step of
 * the run; a refused line leaves nothing behind, not even the lot that it would have made.
 */
const carriedOut = <Line extends CodeCells>(
  keyring: Keyring,
  { opType, ask, target }: Told<Line>,
): NonNullable<Importer<Line, Params>['together']> => ({
  batchSize: linesAtOnce,
  async apply({ db, firmId, operator, params, taskId }, rows) {
    const lines = rows.map(({ rowNo, row }) => ({ rowNo, size: 0, ...named(row) }));
    const read = await readRows(db, keyring, firmId, lines);
    await lockRows(db, { firmId, includesChildren: params.includeChild }, read);
    const groups = new Map<string, NumberedRow<Line>[]>();
    for (const row of rows) {
      const key = JSON.stringify(target(row.row));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    const outcomes = new Map<number, Outcome | Refusal>();
    for (const [key, group] of groups) {
      await sql`savepoint target`.execute(db);
      let ok = 0;
      try {
        const asked = await ask(db, { firmId, operator }, group[0]!.row);
        const kind = await askOp(db, operator, opType, { ...asked, includeChild: params.includeChild });
        const op = await growFileOp(
          db,
          { firmId, operatorId: operator.id, taskId, key, rowNo: group[0]!.rowNo },
          kind,
          {
            ...asked,
            includeChild: params.includeChild,
          },
        );
        const done = await carryOutRows(
          db,
          keyring,
          kind,
          { id: op.id, firmId, includesChildren: params.includeChild },
          group.map(({ rowNo, row }) => ({ rowNo, size: 0, ...named(row) })),
        );
        ok = done.ok;
        await op.add(done);
        for (const { row, why, isSame } of done.tried)
          outcomes.set(row.rowNo, why ? codeRefusal(row.firstText, why) : isSame ? 'skip' : 'done');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        for (const { rowNo } of group) outcomes.set(rowNo, error);
      }
      // Nothing changed: neither a lot nor a record of it stays.
      await (ok > 0 ? sql`release savepoint target` : sql`rollback to savepoint target`).execute(db);
    }
    return rows.map(({ rowNo }) => outcomes.get(rowNo)!);
  },
});

const codeRefusal = (typed: string, [code, text]: readonly [number, string]): Refusal =>
  new Refusal(code, `编码${readCodeInput(typed).code || typed}：${text}`, { fields: [{ field: 'code' }] });

/** The same codes in two lines are one line too many. */
const unique = {
  column: 'code',
  of: (line: CodeCells): string => {
    const { firstText, lastText } = named(line);
    return `${readCodeInput(firstText).code}\u0000${lastText && readCodeInput(lastText).code}`;
  },
};

const findProduct = async (db: Db, firmId: number, key: string, productNo: string): Promise<number> => {
  const product = await live(db, 'product')
    .select('id')
    .where('firmId', '=', firmId)
    .where('productNo', '=', productNo)
    .executeTakeFirst();
  if (!product) throw absent(key, productNo);
  return product.id;
};

const UseLine = z
  .object({
    ...codeCells,
    productNo: numberText('产品编号'),
    lotNo: z.string().max(20, traceRefusals.badLotNo[1]),
    produceDate: dayCell('生产日期'),
  })
  .refine(namesCodes, whichCodes);
type UseLine = z.output<typeof UseLine>;

const useImporter = (keyring: Keyring): Importer<UseLine, Params> => ({
  biz: 'batch_use',
  may: 'admin:identity:batch:use',
  columns: [
    ...codeColumns,
    { title: '产品编号', key: 'productNo', isRequired: true, example: 'P000001' },
    { title: '批号', key: 'lotNo', isRequired: true, width: 20, example: 'L20260105' },
    { title: '生产日期', key: 'produceDate', width: 24, example: '2026-01-05，批次还没有时填写' },
  ],
  row: UseLine,
  params: Params,
  unique,
  together: carriedOut(keyring, {
    opType: OpType.activate,
    target: ({ productNo, lotNo, produceDate }) => [productNo, lotNo, produceDate],
    async ask(db, { firmId, operator }, { productNo, lotNo, produceDate }) {
      const productId = await findProduct(db, firmId, 'productNo', productNo);
      const known = await live(db, 'lot')
        .select(['id', 'produceDate'])
        .where('productId', '=', productId)
        .where('lotNo', '=', lotNo)
        .executeTakeFirst();
      if (known && produceDate && produceDate !== known.produceDate)
        throw invalid('produceDate', `批次${lotNo}的生产日期是${known.produceDate}`);
      if (known) return { productId, lotId: known.id };
      if (!produceDate) throw invalid('produceDate', `批次${lotNo}还没有，请填写生产日期`);
      const lot = await findOrCreateLot(db, { productId, lot: { lotNo, produceDate } }, operator);
      return { productId, lotId: lot.id };
    },
  }),
});

const UpdateLine = z
  .object({
    ...codeCells,
    newProductNo: numberText('新产品编号').optional(),
    newLotNo: z.string().max(20, traceRefusals.badLotNo[1]).optional(),
    newChannelNo: numberText('新渠道编号').optional(),
    reason: opReason,
  })
  .refine(namesCodes, whichCodes)
  .refine(({ newProductNo, newLotNo, newChannelNo }) => Boolean(newProductNo || newLotNo || newChannelNo), {
    path: ['newProductNo'],
    message: '请至少选择一项变更内容',
  })
  .refine(({ newProductNo, newLotNo }) => !newProductNo || Boolean(newLotNo), {
    path: ['newLotNo'],
    message: '换产品时请填写新批号',
  });
type UpdateLine = z.output<typeof UpdateLine>;

/** The lot of that number: of the named product, else the only one of the firm. */
const findLot = async (db: Db, firmId: number, lotNo: string, productId: number | undefined): Promise<number> => {
  const lots = await live(db, 'lot')
    .select('id')
    .where('firmId', '=', firmId)
    .where('lotNo', '=', lotNo)
    .$if(productId !== undefined, (query) => query.where('productId', '=', productId!))
    .limit(2)
    .execute();
  if (lots.length === 0) throw absent('newLotNo', lotNo);
  if (lots.length > 1) throw invalid('newProductNo', `有多个产品的批次叫${lotNo}，请填写新产品编号`);
  return lots[0]!.id;
};

const updateImporter = (keyring: Keyring): Importer<UpdateLine, Params> => ({
  biz: 'batch_update',
  may: 'admin:identity:batch:update',
  columns: [
    ...codeColumns,
    { title: '新产品编号', key: 'newProductNo', example: 'P000002' },
    { title: '新批号', key: 'newLotNo', width: 20, example: 'L20260106' },
    { title: '新渠道编号', key: 'newChannelNo', example: 'C0001' },
    { title: '原因', key: 'reason', isRequired: true, width: 24, example: '贴错标签' },
  ],
  row: UpdateLine,
  params: Params,
  unique,
  together: carriedOut(keyring, {
    opType: OpType.rebind,
    target: ({ newProductNo, newLotNo, newChannelNo, reason }) => [newProductNo, newLotNo, newChannelNo, reason],
    async ask(db, { firmId }, { newProductNo, newLotNo, newChannelNo, reason }) {
      const newProductId = newProductNo ? await findProduct(db, firmId, 'newProductNo', newProductNo) : undefined;
      const newLotId = newLotNo ? await findLot(db, firmId, newLotNo, newProductId) : undefined;
      const channel = newChannelNo
        ? await live(db, 'channel')
            .select('id')
            .where('firmId', '=', firmId)
            .where('channelNo', '=', newChannelNo)
            .executeTakeFirst()
        : undefined;
      if (newChannelNo && !channel) throw absent('newChannelNo', newChannelNo);
      return { newProductId, newLotId, newChannelId: channel?.id, reason };
    },
  }),
});

const DeleteLine = z.object({ ...codeCells, reason: opReason }).refine(namesCodes, whichCodes);
type DeleteLine = z.output<typeof DeleteLine>;

const deleteImporter = (keyring: Keyring): Importer<DeleteLine, Params> => ({
  biz: 'batch_delete',
  may: 'admin:identity:batch:delete',
  columns: [...codeColumns, { title: '原因', key: 'reason', isRequired: true, width: 24, example: '印刷错误' }],
  row: DeleteLine,
  params: Params,
  unique,
  together: carriedOut(keyring, {
    opType: OpType.void,
    target: ({ reason }) => [reason],
    // oxlint-disable-next-line typescript/require-await -- the others look numbers up
    ask: async (_db, _context, { reason }) => ({ reason }),
  }),
});

/** 启用, 改绑 and 作废 by lines of a file, each with a target of its own. */
export const opImporters = (keyring: Keyring) =>
  [useImporter(keyring), updateImporter(keyring), deleteImporter(keyring)] as const;
