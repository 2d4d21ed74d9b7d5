import { z } from 'zod';
import { BoxState, Level, Shipping } from '../codes/state/code-enums.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, LogKind, nothing, read, send, write } from '../kit/endpoint.ts';
import { importCall } from '../jobs/import-call.ts';
import { filterText, flag, id, int, optionalText, text, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { resource } from '../kit/resource.ts';
import { mostLabels } from '../codes/tasks/task.ts';

/** Most codes that go into a box at once. */
export const mostChildren = 1000;

export const code = (missing: string) => z.string({ error: missing }).trim().min(1, missing).max(512, '编码过长');
export const idemKey = z.string().trim().min(8, '请求编号不正确').max(64, '请求编号不正确').optional();

/** A box that was touched, as the list shows it. */
export const BoxRow = z.object({
  /** The code's number, `codeId`. */
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  code: z.string(),
  level: Level.schema,
  productId: z.number().nullable(),
  storeName: z.string(),
  lotId: z.number().nullable(),
  lotNo: z.string(),
  /** Other lots or products lie in it too. */
  isMixed: z.boolean(),
  childCnt: z.number(),
  capacity: z.number(),
  /** Products in it, in its boxes too. */
  itemQty: z.number(),
  boxState: BoxState.schema,
  /** The box it lies in itself. */
  parentCode: z.string(),
  shipStatus: Shipping.schema,
  /** Who has it: the firm itself, a dealer, a shop. */
  holderName: z.string(),
  operatorName: z.string(),
  packedAt: time,
});
export type BoxRow = z.output<typeof BoxRow>;

/** A box of 箱列表: of a chosen task also those that nobody touched. */
export const ListedBox = BoxRow.extend({
  packedAt: time.nullable(),
  /** It is as its set was printed: nobody touched it. */
  isSet: z.boolean(),
});
export type ListedBox = z.output<typeof ListedBox>;

/** A box as the packing station sees it. */
export const StationBox = z.object({
  codeId: z.number(),
  code: z.string(),
  level: Level.schema,
  productId: z.number().nullable(),
  storeName: z.string(),
  lotNo: z.string(),
  childCnt: z.number(),
  /** 0 while nothing says how much fits. */
  capacity: z.number(),
  boxState: BoxState.schema,
  /** Products, or small boxes. */
  childLevel: Level.schema,
});
export type StationBox = z.output<typeof StationBox>;

/** What would come of packing one code. */
export const StationChild = z.object({
  codeId: z.number().nullable(),
  code: z.string(),
  /** It lies in this very box already. */
  isSame: z.boolean(),
  errCode: z.number(),
  errMsg: z.string(),
});
export type StationChild = z.output<typeof StationChild>;

const work = {
  productId: id().optional(),
  lotId: id().optional(),
  capacity: int(1, mostChildren, `容量应为1-${mostChildren}的整数`).optional(),
  /** Small boxes that are not full may go into a case. */
  allowUnfull: flag.default(false),
};

const PackDraft = z.object({
  parentCode: code('请扫描箱码'),
  children: z
    .array(z.string().max(512, '编码过长'))
    .min(1, '请扫描要装入的编码')
    .max(mostChildren, `一次最多装入${mostChildren}个编码`),
  ...work,
  idemKey,
});
export type PackDraft = z.output<typeof PackDraft>;

export const Packed = z.object({
  opId: z.number(),
  childCnt: z.number(),
  capacity: z.number(),
  boxState: BoxState.schema,
  /** Codes that lay in the box before. */
  repeat: z.number(),
});
const Opened = z.object({ opId: z.number(), ok: z.number() });

/** What is refused is logged outside of the transaction that is undone. */
const logsRefused = { ownTransaction: true as const };
const anyStation = { any: ['admin:identity:pack:alone', 'admin:identity:pack:box'] };
const reason = optionalText('原因', 100);

/** What stands on the label of a box. */
export const BoxLabel = z.object({
  codeId: z.number(),
  level: Level.schema,
  code: z.string(),
  /** What its QR code leads to. */
  url: z.string(),
  storeName: z.string(),
  spec: z.string(),
  lotNo: z.string(),
  isMixed: z.boolean(),
  childCnt: z.number(),
  capacity: z.number(),
  itemQty: z.number(),
});
export type BoxLabel = z.output<typeof BoxLabel>;

/** Copies of one label that are printed at once. */
export const mostCopies = 10;

/** Filters of the boxes and of their export. */
export const boxFilters = {
  firmId: id().optional(),
  /** Of any level: its whole tree. */
  code: filterText,
  level: Level.schema.optional(),
  productId: id().optional(),
  lotId: id().optional(),
  boxState: BoxState.schema.optional(),
  dateLimit,
};

/** Filters of 箱列表. */
export const boxListFilters = {
  ...boxFilters,
  taskId: id().optional(),
  /** 仅空箱. */
  empty: flag.optional(),
  /** 仅未满: something lies in it, and more may go in. */
  unfull: flag.optional(),
};

/** Most boxes that are sealed at once. */
export const mostSealed = 200;

const packAt = resource('/admin/identity/pack', 'admin:identity:pack', '箱');
export const packingApi = defineApi({
  list: packAt.list(BoxRow, boxFilters),
  export: packAt.export(boxFilters),
  /**
   * 箱列表. With a task and no other filter than the level its boxes come by serial, whether or not anybody touched them: those that lie in
   * no other box of their set, or all of the level; with 仅空箱 all that are empty. Any other filter finds boxes that were touched.
   */
  boxes: packAt.read('箱列表', '/box/list', 'list', z.object({ ...boxListFilters, ...paging }), pageOf(ListedBox)),
  /** Today's work of the firm. */
  cards: read(
    '今日装箱',
    '/admin/identity/pack/cards',
    { any: ['admin:identity:pack:list', ...anyStation.any] },
    nothing,
    z.object({
      boxCnt: z.number(),
      caseCnt: z.number(),
      itemCnt: z.number(),
      openCnt: z.number(),
      /** Entries of the log that say what was refused. */
      failCnt: z.number(),
    }),
  ),
  /** A scanned box, and what would come of packing a code into it. Nothing changes. */
  check: send(
    '装箱检查',
    '/admin/identity/pack/check',
    anyStation,
    z.object({
      parentCode: code('请扫描箱码'),
      childCode: z.string().max(512, '编码过长').optional(),
      asks: Level.schema,
      ...work,
    }),
    z.object({ box: StationBox, child: StationChild.nullable() }),
    { log: false },
  ),
  alone: write(
    LogKind.insert,
    '单品装箱',
    '/admin/identity/pack/alone/save',
    'admin:identity:pack:alone',
    PackDraft,
    Packed,
    logsRefused,
  ),
  box: write(
    LogKind.insert,
    '小箱装大箱',
    '/admin/identity/pack/box/save',
    'admin:identity:pack:box',
    PackDraft,
    Packed,
    logsRefused,
  ),
  /** 导入关联: lines of a box and what lies in it; a box is packed whole or not at all. */
  import: importCall('/admin/identity/pack/import', 'admin:identity:pack:import', '导入包装关联'),
  /** The last twenty boxes this person packed. */
  recent: read(
    '我完成的箱',
    '/admin/identity/pack/recent',
    anyStation,
    z.object({ level: Level.schema.optional() }),
    z.array(
      z.object({
        codeId: z.number(),
        code: z.string(),
        level: Level.schema,
        childCnt: z.number(),
        capacity: z.number(),
        packedAt: time,
        /** Packed less than ten minutes ago. */
        canUndo: z.boolean(),
      }),
    ),
  ),
  undo: write(
    LogKind.other,
    '撤销装箱',
    '/admin/identity/pack/undo',
    anyStation,
    z.object({ code: code('请扫描箱码'), idemKey }),
    Opened,
    logsRefused,
  ),
  remove: write(
    LogKind.other,
    '拆出',
    '/admin/identity/pack/remove',
    'admin:identity:pack:remove',
    z.object({
      childCodes: z.array(code('请选择要拆出的编码')).min(1, '请选择要拆出的编码').max(mostChildren),
      reason,
      idemKey,
    }),
    Opened,
    logsRefused,
  ),
  dissolve: write(
    LogKind.other,
    '拆箱',
    '/admin/identity/pack/dissolve',
    'admin:identity:pack:dissolve',
    z.object({ code: code('请选择箱'), reason, idemKey }),
    Opened,
    logsRefused,
  ),
  replace: write(
    LogKind.other,
    '换码',
    '/admin/identity/pack/replace',
    'admin:identity:pack:replace',
    z.object({
      oldCode: code('请扫描旧码'),
      newCode: code('请扫描新码'),
      /** 作废旧码. */
      voidOld: flag.default(true),
      reason: text('原因', { max: 100, missing: '请填写原因' }),
      idemKey,
    }),
    Opened,
    logsRefused,
  ),
  seal: write(
    LogKind.other,
    '封箱',
    '/admin/identity/pack/seal',
    'admin:identity:pack:seal',
    z.object({ code: code('请选择箱'), idemKey }),
    Opened,
    logsRefused,
  ),
  /** 批量封箱: all of them or none; those that cannot be sealed are named. */
  sealMany: write(
    LogKind.other,
    '批量封箱',
    '/admin/identity/pack/box/seal',
    'admin:identity:pack:seal',
    z.object({
      codes: z.array(code('请选择箱')).min(1, '请选择箱').max(mostSealed, `一次最多封${mostSealed}箱`),
      idemKey,
    }),
    Opened,
    logsRefused,
  ),
  /** What stands on the labels of some boxes; the browser prints them. All of them together, copies counted, are 500 at most. */
  print: write(
    LogKind.export,
    '打印箱标',
    '/admin/identity/pack/print',
    'admin:identity:pack:print',
    z.object({
      codes: z.array(code('请选择箱')).min(1, '请选择箱').max(mostLabels, `一次最多打印${mostLabels}张`),
      copies: int(1, mostCopies, `份数应为1-${mostCopies}的整数`).default(1),
    }),
    z.object({ labels: z.array(BoxLabel) }),
  ),
});
