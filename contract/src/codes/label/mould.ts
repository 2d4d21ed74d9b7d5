import { z } from 'zod';
import { dayField } from '../../kit/day.ts';
import { defineApi, done, LogKind, write } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, flag, id, int, optionalText, text, time } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { oneRow } from '../../kit/standard.ts';
import { segField, serialField } from '../../kit/place-fields.ts';
import { plainPermission } from '../export/code-export.ts';
import { PrintColor } from '../state/code-enums.ts';
import { checkMould } from './check-mould.ts';
import { Element, mostElements, Paper, Sheet, Variable } from './elements.ts';

/** The face of a mould: all that its labels follow from. */
const face = {
  paper: Paper,
  color: PrintColor.schema.default(0),
  elements: z.array(Element, { error: '请添加元素' }).max(mostElements, `最多${mostElements}个元素`),
};

/** What is wrong with a whole face stands at the element, and refuses it. */
const refuseErrors = (
  { paper, elements }: { paper: Paper; elements: Element[] },
  context: { addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void },
): void => {
  const ids = elements.map((element) => element.id);
  if (new Set(ids).size < ids.length)
    context.addIssue({ code: 'custom', path: ['elements'], message: '元素编号不能重复' });
  for (const { level, text: message, id: of } of checkMould(paper, elements)) {
    if (level !== 'error') continue;
    const at = of === undefined ? -1 : ids.indexOf(of);
    context.addIssue({ code: 'custom', path: at < 0 ? ['elements'] : ['elements', at], message });
  }
};

/** A mould of labels as it is drawn. */
export const MouldDraft = z
  .object({
    firmId: id('请选择所属企业').optional(),
    name: text('模板名称', { max: 30 }),
    ...face,
    status: Enabled.schema.default(0),
  })
  .superRefine(refuseErrors);
export type MouldDraft = z.output<typeof MouldDraft>;
export const MouldFace = z.object(face).superRefine(refuseErrors);
export type MouldFace = z.output<typeof MouldFace>;

export const MouldRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  paper: Paper,
  color: z.number(),
  elements: z.array(Element),
  elementCount: z.number(),
  isDefault: z.boolean(),
  /** Tasks that labels were printed for by it. */
  usedTasks: z.number(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type MouldRow = z.output<typeof MouldRow>;

const valueNames = [...Variable.options.map(({ value }) => value), 'url', 'innerUrl'] as const;
/** The values that stand in a label. */
export const LabelValuesOf = z.record(z.enum(valueNames), z.string());

/** Most labels of one file, and of one print. */
export const labelsAFile = 5000;
export const mostPrinted = 50_000;

const fetched = z.object({ fileName: z.string() });
const sheet = Sheet.schema.default('roll');
/** What a task does not say of its codes. */
const asked = {
  productId: id('请选择产品').optional(),
  lotNo: optionalText('批次', 20),
  produceDate: dayField('日期不正确').optional(),
  actText: optionalText('活动文案', 40),
};

/** Hidden codes and PINs. */
const ofSecrets = { furtherMay: [plainPermission] };

const mouldAt = resource('/admin/lottery/mould', 'admin:lottery:mould', '码模板');
export const mouldApi = defineApi({
  list: mouldAt.list(MouldRow, {
    firmId: id().optional(),
    name: filterText,
    color: PrintColor.schema.optional(),
    status: Enabled.schema.optional(),
  }),
  listAll: mouldAt.listAll(
    z.array(
      z.object({ id: z.number(), name: z.string(), firmId: z.number(), isDefault: z.boolean(), status: z.number() }),
    ),
  ),
  info: mouldAt.info(MouldRow),
  save: mouldAt.save(MouldDraft),
  /** A face that labels of a task were printed with stays for that task: others get the new one. */
  update: mouldAt.update(MouldDraft),
  updateStatus: mouldAt.updateStatus(),
  default: mouldAt.change('设为默认码模板', '/default', 'update', oneRow, done),
  copy: mouldAt.write(LogKind.insert, '复制码模板', '/copy', 'save', oneRow, z.object({ id: z.number() })),
  remove: mouldAt.remove(),
  removeMany: mouldAt.removeMany(),
  /** What a sample label says: of the first code of a task, or words of its own. */
  values: mouldAt.read(
    '码模板示例内容',
    '/values',
    'list',
    z.object({ firmId: id().optional(), taskId: id().optional() }),
    LabelValuesOf,
    ofSecrets,
  ),
  /** One label of a saved mould as a document, with a sample code. */
  sample: mouldAt.read('下载码模板样张', '/sample', 'list', oneRow, fetched, {
    log: LogKind.export,
    offersFile: true,
    ...ofSecrets,
  }),
  /** One label, or one sheet of A4, of a face that may not be saved yet. */
  preview: mouldAt.send(
    '打印码模板样张',
    '/preview',
    'list',
    z.object({ ...face, firmId: id().optional(), taskId: id().optional(), sheet }).superRefine(refuseErrors),
    fetched,
    { log: LogKind.export, offersFile: true, ...ofSecrets },
  ),
  /** Labels of consecutive codes of a task, 5,000 a document, written in the background. */
  print: write(
    LogKind.export,
    '按码模板打印',
    '/admin/lottery/mould/print',
    'admin:identity:task:print',
    z.object({
      mouldId: id('请选择码模板'),
      taskId: id(),
      seg: segField(),
      serialFrom: serialField('请输入起始序号'),
      count: int(1, mostPrinted, `一次打印1-${mostPrinted}枚`),
      sheet,
      ...asked,
    }),
    z.object({ taskId: z.number() }),
    ofSecrets,
  ),
  /** What a print needs beside the task: what its mould asks for and the task does not bind. */
  asks: mouldAt.read(
    '打印所需内容',
    '/asks',
    'list',
    z.object({ mouldId: id(), taskId: id() }),
    z.object({
      paper: Paper,
      color: z.number(),
      elements: z.array(Element),
      needsProduct: flag,
      needsLot: flag,
      needsDate: flag,
      needsActText: flag,
      /** The task was printed by an earlier face of the mould, and stays with it. */
      isEarlier: flag,
    }),
  ),
});
export type PrintInput = z.output<typeof mouldApi.print.input>;
