import { z } from 'zod';
import { ConflictPolicy } from '../../codes/ops/op-draft.ts';
import { mostPasted, Pick, PickMode } from '../../codes/pick/pick.ts';
import { Holder, Level, Shipping } from '../../codes/state/code-enums.ts';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { flag, id, int, oneOf, text, time } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { serialField } from '../../kit/place-fields.ts';
import { ScanChecked } from './scan-check.ts';
import { DeliverHead, draftKey, LineDraft, logisticsFields, mostLines } from './ship-draft.ts';

const idemKey = z.string().trim().min(8, '请求编号不正确').max(64, '请求编号不正确').optional();
/** What is refused is logged outside of the transaction that it undoes. */
const refused = { ownTransaction: true as const };
const cancelReason = text('撤销原因', { max: 100, missing: '请填写撤销原因' });

const deliverAt = resource('/admin/identity/deliver', 'admin:identity:deliver', '发货单');
const may = (...acts: string[]) => ({ any: acts.map((act) => `admin:identity:deliver:${act}`) });
const anyShipping = may('alone', 'box', 'batch', 'return');

const lines = z.array(LineDraft).min(1, '请扫描编码').max(mostLines, `一次最多${mostLines}行，更多请上传文件`);
/** A new document has a head, one that is appended to (追加) its number. */
const document = { head: DeliverHead.optional(), deliverId: id().optional() };
const hasDocument = ({ head, deliverId }: { head?: unknown; deliverId?: number }) =>
  head !== undefined || deliverId !== undefined;
const noReceiver = { path: ['head'], message: '请选择收货方' };

/** More than the order wants, and that is meant (61071). */
const confirmOver = flag.default(false);
/** Codes of one kind, as the calls of 单码 and 箱码 take them. */
const CodesDraft = z.object({
  head: DeliverHead,
  codes: z
    .array(z.string().max(512, '编码过长'))
    .min(1, '请扫描编码')
    .max(mostLines, `一次最多${mostLines}个编码，更多请上传文件`),
  confirmOver,
  draftKey,
  idemKey,
});

/** A document that goods were shipped by. */
export const Shipped = z.object({
  id: z.number(),
  deliverNo: z.string(),
  /** Items of this shipment, void ones left out. */
  itemQty: z.number(),
});
export type Shipped = z.output<typeof Shipped>;

const CancelCodes = z.object({
  codes: z
    .array(z.string().max(512, '编码过长'))
    .min(1, '请扫描编码')
    .max(mostPasted, `一次最多撤销${mostPasted}个编码`),
  reason: cancelReason,
  idemKey,
});
const CancelledCodes = z.object({
  /** Codes whose shipment was taken back, and the items in them. */
  codes: z.number(),
  itemQty: z.number(),
  docs: z.array(z.object({ id: z.number(), deliverNo: z.string(), itemQty: z.number() })),
});

/** Shipping documents and what changes them. What reads them is `deliverApi`. */
export const shipApi = defineApi({
  /** What would come of shipping some lines. Nothing changes, nothing is logged. */
  scanCheck: {
    method: 'POST',
    path: '/admin/identity/deliver/scan/check',
    may: anyShipping,
    input: z.object({ ...document, lines }).refine(hasDocument, noReceiver),
    data: ScanChecked,
    title: '发货检查',
    log: false,
  },
  /** Ships lines of all kinds by one document, all or none: 61031 with `rows` where several codes stand against it. */
  scanSave: {
    method: 'POST',
    path: '/admin/identity/deliver/scan/save',
    may: anyShipping,
    input: z.object({ ...document, lines, confirmOver, draftKey, idemKey }).refine(hasDocument, noReceiver),
    data: Shipped,
    title: '发货',
    log: LogKind.insert,
    ownTransaction: true,
  },
  aloneSave: deliverAt.write(LogKind.insert, '单码发货', '/alone/save', 'alone', CodesDraft, Shipped, refused),
  boxSave: deliverAt.write(LogKind.insert, '箱码发货', '/box/save', 'box', CodesDraft, Shipped, refused),
  /** Codes chosen by range, by both ends, pasted or in a file. A file is worked through in the background: `taskId`. */
  batchSave: deliverAt.write(
    LogKind.insert,
    '批量发货',
    '/batch/save',
    'batch',
    z.object({
      head: DeliverHead,
      pick: Pick.refine(({ mode }) => mode !== PickMode.task && mode !== PickMode.lot, '请选择选码方式'),
      policy: oneOf([ConflictPolicy.refuse, ConflictPolicy.skip], '请选择遇到异常的处理方式').default(
        ConflictPolicy.refuse,
      ),
      confirmOver,
      draftKey,
      idemKey,
    }),
    z.object({
      docs: z.array(Shipped),
      /** Codes that were left out. */
      fail: z.number(),
      taskId: z.number().nullable(),
    }),
    refused,
  ),
  /** Whether one code can ship. */
  check: deliverAt.read(
    '发货检查（单个）',
    '/check',
    'list',
    z.object({
      code: z.string({ error: '请扫描编码' }).trim().min(1, '请扫描编码').max(512, '编码过长'),
      fromKind: oneOf([Holder.firm, Holder.agent, Holder.shop], '请选择发货方').default(Holder.firm),
      fromId: int(0, Number.MAX_SAFE_INTEGER, '请选择发货方').default(0),
      toKind: oneOf([Holder.firm, Holder.agent, Holder.shop], '请选择收货方'),
      toId: int(0, Number.MAX_SAFE_INTEGER, '请选择收货方').default(0),
    }),
    z.object({
      ok: z.boolean(),
      code: z.string(),
      level: Level.schema.nullable(),
      storeName: z.string(),
      lotNo: z.string(),
      itemQty: z.number(),
      holderName: z.string(),
      errCode: z.number(),
      errMsg: z.string(),
      warn: z.array(z.string()),
    }),
  ),
  updateLogistics: deliverAt.change(
    '登记物流',
    '/update/logistics',
    'logistics',
    z.object({ id: id(), ...logisticsFields, version: int(0, 2_147_483_647, '参数不正确').optional(), idemKey }),
    z.object({ id: z.number(), version: z.number() }),
    { changes: 'id' },
  ),
  /** 撤销整单, or some lines, or runs of a line: what is not signed goes back to the sender. */
  cancel: deliverAt.write(
    LogKind.other,
    '撤销发货',
    '/cancel',
    'cancel',
    z.object({
      id: id(),
      reason: cancelReason,
      /** Absent: all that is not signed. */
      parts: z
        .array(
          z.object({
            lineId: id(),
            /** Of a run: from and to which serial; absent: all of the line. */
            serialFrom: serialField('请输入起始序号').optional(),
            serialTo: serialField('请输入结束序号').optional(),
          }),
        )
        .min(1, '请选择要撤销的明细')
        .max(200, '一次最多撤销200处')
        .optional(),
      idemKey,
    }),
    z.object({
      /** Items that went back, and those that are signed and stay. */
      itemQty: z.number(),
      signedQty: z.number(),
    }),
    refused,
  ),
  aloneCancel: deliverAt.write(
    LogKind.other,
    '单码撤销',
    '/alone/cancel',
    'cancel',
    CancelCodes,
    CancelledCodes,
    refused,
  ),
  boxCancel: deliverAt.write(LogKind.other, '箱码撤销', '/box/cancel', 'cancel', CancelCodes, CancelledCodes, refused),
  /** By which document codes were shipped, and what stands against taking that back. Nothing changes. */
  cancelCheck: deliverAt.send(
    '撤销检查',
    '/cancel/check',
    'cancel',
    z.object({
      codes: z
        .array(z.string().max(512, '编码过长'))
        .min(1, '请扫描编码')
        .max(mostPasted, `一次最多撤销${mostPasted}个编码`),
      /** Products for 单码撤销, boxes for 箱码撤销. */
      isBox: flag.default(false),
    }),
    z.array(
      z.object({
        code: z.string(),
        level: Level.schema.nullable(),
        itemQty: z.number(),
        storeName: z.string(),
        lotNo: z.string(),
        deliverId: z.number().nullable(),
        deliverNo: z.string(),
        toKind: z.number().nullable(),
        toName: z.string(),
        shipAt: time.nullable(),
        status: Shipping.schema,
        /** 0 where it can be taken back. */
        errCode: z.number(),
        errMsg: z.string(),
      }),
    ),
    { log: false },
  ),
  /** A sheet was printed; answers which print it is. */
  printed: deliverAt.write(
    LogKind.other,
    '打印发货单',
    '/print/done',
    'print',
    z.object({ id: id(), idemKey }),
    z.object({ printCnt: z.number() }),
  ),
});
