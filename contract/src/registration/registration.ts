import { exportColumns, ExportFile } from '../kit/export.ts';
import { nodeAbsentText } from './registration-refusals.ts';
import { ObjectKind } from '../trace/object-kind.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany, manyRows, oneRow, Saved } from '../kit/standard.ts';
import { RegistrationStatus } from '../codes/state/registration-status.ts';
import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { change, defineApi, LogKind, read, send } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, id, int, text, time, version } from '../kit/fields.ts';
import { segField, serialField } from '../kit/place-fields.ts';

/** Kinds of identifier nodes; those of {@link reachableKinds} have an adapter. */
export const NodeKind = enumeration({
  simulated: { value: 0, label: '模拟节点' },
  handle: { value: 1, label: 'Handle' },
  vaa: { value: 2, label: 'VAA' },
  oid: { value: 3, label: 'OID' },
  ecode: { value: 4, label: 'Ecode' },
  gs1: { value: 5, label: 'GS1' },
});

/** Kinds of nodes this server can reach. No other one is saved, tested or registered with. */
export const reachableKinds: readonly number[] = [NodeKind.simulated];

export const ValueType = enumeration({
  text: { label: '文本' },
  number: { label: '数字' },
  date: { label: '日期' },
  link: { label: '链接' },
  image: { label: '图片' },
});

export const ValueAuth = enumeration({
  public: { label: '公开' },
  granted: { label: '授权' },
  private: { label: '私有' },
});

/** One item of a handle's record. Index 1 link, 2 product, 3 spec, 4 maker, 5 lot, 6 production date, 7 state, 100 and above the firm's own. */
export const HandleValue = z.object({
  index: int(1, 9999, '索引应为1-9999的整数'),
  name: text('名称', { max: 30 }),
  type: ValueType.schema,
  data: text('数据值', { max: 500 }),
  auth: ValueAuth.schema.default('public'),
});
export type HandleValue = z.output<typeof HandleValue>;

const values = z
  .array(HandleValue)
  .max(100, '数据项不能超过100个')
  .superRefine((rows, context) => {
    const seen = new Set<number>();
    for (const [at, { index }] of rows.entries()) {
      if (seen.has(index)) context.addIssue({ code: 'custom', path: [at, 'index'], message: '索引重复' });
      seen.add(index);
    }
  })
  .default([]);

export const RegistrationDraft = z
  .object({
    objKind: ObjectKind.schema,
    /** The product or lot; left out for codes. */
    objId: id('请选择注册对象').optional(),
    seg: segField().optional(),
    serialFrom: serialField().optional(),
    serialTo: serialField().optional(),
    code: z.string().trim().max(512).optional(),
    values,
    /** Whether it goes to the node at once. */
    submit: z.boolean().default(false),
  })
  .superRefine(({ objKind, objId, seg, serialFrom, serialTo, code }, context) => {
    const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((objKind === ObjectKind.product || objKind === ObjectKind.lot) && objId === undefined)
      missing('objId', '请选择注册对象');
    if (objKind === ObjectKind.run && seg === undefined) missing('seg', '请选择码段');
    if (objKind === ObjectKind.run && serialFrom === undefined) missing('serialFrom', '请输入起始序号');
    if (objKind === ObjectKind.run && serialTo === undefined) missing('serialTo', '请输入结束序号');
    if (objKind === ObjectKind.code && !code) missing('code', '请输入或扫描编码');
  });

export const RegistrationRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  handle: z.string(),
  objKind: ObjectKind.schema,
  objName: z.string(),
  /** `1-5000`, '' but for segments. */
  range: z.string(),
  nodeKind: NodeKind.schema,
  status: RegistrationStatus.schema,
  tries: z.number(),
  lastErr: z.string(),
  registeredAt: time.nullable(),
  parsedAt: time.nullable(),
  createTime: time,
  version: z.number(),
});
export type RegistrationRow = z.output<typeof RegistrationRow>;

export const RegistrationInFull = RegistrationRow.extend({
  objId: z.number(),
  seg: z.number().nullable(),
  serialFrom: z.number().nullable(),
  serialTo: z.number().nullable(),
  values: z.array(HandleValue),
  /** What the node holds of it: own items and those computed at the time of the call. */
  record: z.array(HandleValue),
  parseResult: z.unknown().nullable(),
});

/** The handle a draft would get; also the items a product's or lot's own data give. */
const RegistrationPreview = z.object({
  handle: z.string(),
  nodeKind: NodeKind.schema,
  record: z.array(HandleValue),
});

const filters = {
  firmId: id().optional(),
  handle: filterText,
  objKind: ObjectKind.schema.optional(),
  status: RegistrationStatus.schema.optional(),
  nodeKind: NodeKind.schema.optional(),
  dateLimit,
};

const registrationAt = resource('/admin/identity/identity/reg', 'admin:identity:identity', '标识注册');
export const registrationApi = defineApi({
  list: registrationAt.list(RegistrationRow, filters),
  info: registrationAt.info(RegistrationInFull),
  preview: registrationAt.send('预览标识', '/preview', 'reg', RegistrationDraft, RegistrationPreview, { log: false }),
  save: registrationAt.save(RegistrationDraft, { may: 'admin:identity:identity:reg' }),
  update: registrationAt.change('编辑标识注册', '/update', 'reg', z.object({ id: id(), version, values }), Saved, {
    changes: 'id',
  }),
  submit: registrationAt.change('提交标识注册', '/submit', 'reg', manyRows, DoneToMany),
  parse: registrationAt.change('解析标识', '/parse', 'parse', manyRows, DoneToMany, { ownTransaction: true }),
  remove: registrationAt.read('删除标识注册', '/delete', 'reg', oneRow, z.null(), { log: LogKind.delete }),
  export: registrationAt.read(
    '导出标识注册',
    '/export',
    'export',
    z.object({ ...filters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});

export const NodeConf = z.object({
  id: id(),
  nodeKind: NodeKind.schema.refine((kind) => reachableKinds.includes(kind), nodeAbsentText).default(0),
  prefix: z
    .string({ error: '请输入标识前缀' })
    .trim()
    .min(1, '请输入标识前缀')
    .max(40, '标识前缀不能超过40个字符')
    .regex(/^\d+(\.\d+){1,4}$/, '标识前缀格式不正确'),
  baseUrl: z.string().trim().max(200).default(''),
  appId: z.string().trim().max(60).default(''),
  /** Written, never read back; empty keeps the one there is. */
  secret: z.string().max(200).default(''),
  templateNo: z.string().trim().max(40).default(''),
  qps: int(1, 200, '每秒请求数应为1-200的整数').default(10),
  delayMs: int(0, 10_000, '模拟延迟应为0-10000的整数').default(0),
  failPercent: int(0, 100, '模拟失败率应为0-100的整数').default(0),
});

/** What is kept of a node; its secret is never read back. */
const KeptNode = NodeConf.omit({ secret: true }).extend({
  nodeKind: NodeKind.schema,
  prefix: z.string(),
  hasSecret: z.boolean(),
  version: z.number(),
});

export const nodeApi = defineApi({
  read: read('标识节点', '/admin/identity/firm/node', 'admin:identity:firm:node', oneRow, KeptNode),
  save: change(
    '设置标识节点',
    '/admin/identity/firm/node',
    'admin:identity:firm:node',
    NodeConf.extend({ version }),
    z.null(),
    { changes: 'id' },
  ),
  test: send(
    '测试标识节点',
    '/admin/identity/firm/node/test',
    'admin:identity:firm:node',
    oneRow,
    z.object({ ok: z.boolean(), message: z.string() }),
    { log: false },
  ),
  /** The public resolver the firm's prefix is delegated to. */
  resolve: read(
    '解析标识（公开）',
    '/id/:prefix/:suffix',
    'open',
    z.object({ prefix: z.string().max(40), suffix: z.string().max(120) }),
    z.object({
      handle: z.string(),
      values: z.array(HandleValue.omit({ auth: true }).extend({ data: z.string() })),
    }),
    { perMinute: 600 },
  ),
});
