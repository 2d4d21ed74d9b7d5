import { plainPermission } from '@zhuiyuan/contract/codes/export/code-export';
import { barcodeOf } from '@zhuiyuan/contract/codes/label/draw';
import { checkMould, usedVariables } from '@zhuiyuan/contract/codes/label/check-mould';
import { Paper, Sheet, Variable, type Element } from '@zhuiyuan/contract/codes/label/elements';
import { layA4 } from '@zhuiyuan/contract/codes/label/geometry';
import { missingGlyph } from '@zhuiyuan/contract/codes/label/glyphs';
import { mouldApi, type PrintInput } from '@zhuiyuan/contract/codes/label/mould';
import { mouldRefusals } from '@zhuiyuan/contract/codes/label/mould-refusals';
import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import { Faces, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { startExport, type FileWriter } from '../../jobs/exporter.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Operator } from '../../kit/operator.ts';
import { forbidden, invalid, notFound, refuse } from '../../kit/refusal.ts';
import { exportLines } from '../export/export-lines.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { boundOf, labelColumns, toValues, type Bound } from './label-values.ts';
import { faceOfTask } from './mould-writes.ts';
import { runMouldPrint } from './run-mould-print.ts';

/** Labels of a mould as files of 导入导出. */
export const mouldPrinter: FileWriter = {
  biz: 'mould_print',
  title: '打印标签',
  may: mouldApi.print.may,
  // What was asked for before this was kept may show them.
  allows: (operator, { showsInner }) => showsInner === false || operator.may(plainPermission),
  columns: [],
  run: runMouldPrint,
};

const ofLot: ReadonlySet<Variable> = new Set([Variable.lotNo]);
const ofProduct: ReadonlySet<Variable> = new Set([Variable.productName, Variable.spec, Variable.gtin]);

/** What a face asks for and a task does not bind. */
export const asksOf = (elements: readonly Element[], bound: Pick<Bound, 'hasProduct' | 'hasLot'>) => {
  const used = usedVariables(elements);
  const uses = (some: ReadonlySet<Variable>) => [...some].some((one) => used.has(one));
  return {
    needsProduct: !bound.hasProduct && uses(ofProduct),
    needsLot: !bound.hasLot && uses(ofLot),
    needsDate: !bound.hasLot && used.has(Variable.produceDate),
    needsActText: used.has(Variable.actText),
  };
};

/** What the task binds, with what was asked for the rest. Refuses what is missing. */
const completed = async (db: Db, elements: readonly Element[], input: PrintInput): Promise<Bound> => {
  const bound = await boundOf(db, input.taskId);
  const asks = asksOf(elements, bound);
  if (asks.needsProduct) {
    if (input.productId === undefined) throw refuse(mouldRefusals.noProduct);
    const product = await live(db, 'product')
      .where('id', '=', input.productId)
      .where('firmId', '=', bound.firmId)
      .select(['storeName', 'spec', 'gtin'])
      .executeTakeFirst();
    if (!product) throw notFound();
    bound.productName = product.storeName;
    bound.spec = product.spec;
    bound.gtin ||= product.gtin ? shownGtin(product.gtin) : '';
  }
  if (asks.needsLot) {
    if (!input.lotNo) throw refuse(mouldRefusals.noLot);
    bound.lotNo = input.lotNo;
  }
  if (asks.needsDate) {
    if (!input.produceDate) throw refuse(mouldRefusals.noDate);
    bound.produceDate = input.produceDate;
  }
  if (asks.needsActText && !input.actText) throw refuse(mouldRefusals.noActText);
  bound.actText = input.actText;
  return bound;
};

/** Refuses what the fonts or a bar code cannot say of what all labels have in common. */
const refuseUnsayable = (elements: readonly Element[], bound: Bound): void => {
  const shared = new Map(Object.entries(bound).filter(([, value]) => typeof value === 'string')) as Map<string, string>;
  for (const element of elements) {
    if (element.kind === 'variable') {
      const missing = missingGlyph(shared.get(element.variable) ?? '');
      if (missing) throw refuse(mouldRefusals.missingGlyph, { c: missing });
    }
    if (element.kind !== 'barcode') continue;
    const of = element.symbology === 'ean13' ? 'gtin' : element.content;
    const text = shared.get(of);
    if (text !== undefined && !barcodeOf(element, { ...sampleValues, [of]: text }))
      throw refuse(mouldRefusals.badBarcode, { text });
  }
};

/** Refuses codes that the printer's dots cannot draw as they are read, judged by the last label: its numbers are the longest. */
const refuseUnreadable = async (
  app: App,
  db: Db,
  { paper, elements, bound }: { paper: Paper; elements: Element[]; bound: Bound },
  { seg, serial }: { seg: number; serial: number },
): Promise<void> => {
  const { value: line } = await exportLines(
    db,
    openKeyring(app),
    [{ seg, from: serial, to: serial }],
    labelColumns,
  ).next();
  const ids = new Set(elements.flatMap(({ kind, id }) => (kind === 'qr' || kind === 'barcode' ? [id] : [])));
  const found = checkMould(paper, elements, line && toValues(bound, line));
  const fault = found.find(({ level, id }) => level === 'error' && id !== undefined && ids.has(id));
  if (fault) throw refuse(mouldRefusals.tooFine, { text: fault.text });
};

/** Queues labels of codes of a task by a mould, to which the task is bound by its first print. */
export const printMould = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  input: PrintInput,
): Promise<{ taskId: number }> => {
  const { elements, no, firmId, name, ...face } = await faceOfTask(db, { ...input, operatorId: operator.id });
  // A face kept before printers were asked for is one for the usual printer.
  const paper = Paper.parse(face.paper);
  if (input.sheet === Sheet.a4 && !layA4(paper)) throw refuse(mouldRefusals.tooLarge);
  const segment = await db
    .selectFrom('segment')
    .innerJoin('task', 'task.id', 'segment.taskId')
    .where('segment.seg', '=', input.seg)
    .where('segment.taskId', '=', input.taskId)
    .where('segment.firmId', '=', firmId)
    .select(['segment.count', 'segment.state', 'segment.faces', 'segment.pinLen', 'task.taskNo'])
    .executeTakeFirst();
  if (!segment) throw notFound();
  if (segment.state === SegmentState.void) throw refuse(codeRefusals.void);
  if (input.serialFrom + input.count - 1 > segment.count)
    throw invalid('serialFrom', `序号超出码段范围（1-${segment.count}）`);
  const used = usedVariables(elements);
  if (used.has(Variable.pin) && segment.pinLen === 0) throw refuse(mouldRefusals.noPin);
  const showsInner = used.has(Variable.innerCode);
  if (showsInner) {
    if (segment.faces !== Faces.both) throw refuse(mouldRefusals.noInner);
    if (!operator.may(plainPermission)) throw forbidden();
  }
  const bound = await completed(db, elements, input);
  refuseUnsayable(elements, bound);
  await refuseUnreadable(
    app,
    db,
    { paper, elements, bound },
    { seg: input.seg, serial: input.serialFrom + input.count - 1 },
  );
  return startExport(app, { db, operator }, mouldPrinter, {
    filters: {
      firmId,
      mouldId: input.mouldId,
      no,
      seg: input.seg,
      serialFrom: input.serialFrom,
      count: input.count,
      sheet: input.sheet,
      showsInner,
      bound,
    },
    title: `打印标签：${name}，${segment.taskNo}`,
    total: input.count,
    fileType: 'pdf',
  });
};
