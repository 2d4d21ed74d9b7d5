import { z } from 'zod';
import { change, done, LogKind, read, send, write, type Extra, type May } from './endpoint.ts';
import { Enabled } from './enumeration.ts';
import { exportColumns, ExportFile } from './export.ts';
import { id, ids, version } from './fields.ts';
import { inRange, pageOf, paging } from './page.ts';
import { picking } from './picking.ts';
import { DoneToMany, manyRows, oneRow, Saved } from './standard.ts';

/** What of a call is not as its verb says. */
interface Other {
  path?: string;
  may?: May;
  title?: string;
}

type MayOf<O extends Other, Usual extends May> = O extends { may: infer M extends May } ? M : Usual;

const named = { id: id(), version };
type Changed<T extends z.ZodObject> =
  T extends z.ZodObject<infer S, infer C> ? z.ZodObject<z.core.util.Extend<S, typeof named>, C> : never;

/**
 * The calls that every resource has, each as the specification words it: below `base`, allowed by `permission` and the verb, about
 * a `noun`. What differs is given last; a call that differs in more is written out with {@link read} or {@link write}.
 */
export const resource = <const P extends string>(base: string, permission: P, noun: string) => ({
  /** A page of rows, by filters of the fields given. */
  list: <R extends z.ZodType, const F extends z.core.$ZodLooseShape, const O extends Other = object>(
    row: R,
    filters: F,
    other?: O,
  ) => ({
    method: 'GET' as const,
    path: other?.path ?? `${base}/list`,
    input: inRange(z.object({ ...paging, ...filters })),
    data: pageOf(row),
    title: other?.title ?? `${noun}列表`,
    may: (other?.may ?? `${permission}:list`) as MayOf<O, `${P}:list`>,
  }),
  /** The first rows by name, those whose name or number contains words, or chosen ones: with what a picker shows of them. */
  listAll: <D extends z.ZodType, const O extends Other = object>(data: D, other?: O) => ({
    method: 'GET' as const,
    path: other?.path ?? `${base}/list/all`,
    input: z.object(picking),
    data,
    title: other?.title ?? `全部${noun}`,
    may: (other?.may ?? `${permission}:list`) as MayOf<O, `${P}:list`>,
  }),
  info: <D extends z.ZodType, const O extends Other = object>(data: D, other?: O) => ({
    method: 'GET' as const,
    path: other?.path ?? `${base}/info`,
    input: oneRow,
    data,
    title: other?.title ?? `${noun}详情`,
    may: (other?.may ?? `${permission}:list`) as MayOf<O, `${P}:list`>,
  }),
  save: <I extends z.ZodType, const O extends Other = object>(draft: I, other?: O) => ({
    method: 'POST' as const,
    path: other?.path ?? `${base}/save`,
    input: draft,
    data: Saved,
    title: other?.title ?? `新增${noun}`,
    log: LogKind.insert,
    may: (other?.may ?? `${permission}:save`) as MayOf<O, `${P}:save`>,
  }),
  /** Changes a row, and refuses a `version` that somebody else has changed since. */
  update: <T extends z.ZodObject, const O extends Other = object>(draft: T, other?: O) => ({
    method: 'POST' as const,
    path: other?.path ?? `${base}/update`,
    input: (draft as z.ZodObject).safeExtend(named) as unknown as Changed<T>,
    data: Saved,
    title: other?.title ?? `编辑${noun}`,
    changes: 'id' as const,
    log: LogKind.update,
    may: (other?.may ?? `${permission}:update`) as MayOf<O, `${P}:update`>,
  }),
  updateStatus: <const O extends Other = object>(other?: O) => ({
    method: 'POST' as const,
    path: other?.path ?? `${base}/update/status`,
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: other?.title ?? `启用或停用${noun}`,
    log: LogKind.update,
    may: (other?.may ?? `${permission}:update`) as MayOf<O, `${P}:update`>,
  }),
  remove: <const O extends Other = object>(other?: O) => ({
    method: 'GET' as const,
    path: other?.path ?? `${base}/delete`,
    input: oneRow,
    data: done,
    title: other?.title ?? `删除${noun}`,
    log: LogKind.delete,
    may: (other?.may ?? `${permission}:delete`) as MayOf<O, `${P}:delete`>,
  }),
  removeMany: <const O extends Other = object>(other?: O) => ({
    method: 'POST' as const,
    path: other?.path ?? `${base}/delete/ids`,
    input: manyRows,
    data: DoneToMany,
    title: other?.title ?? `批量删除${noun}`,
    log: LogKind.delete,
    may: (other?.may ?? `${permission}:delete`) as MayOf<O, `${P}:delete`>,
  }),
  /** A file of the rows that the filters, or a choice, leave. */
  export: <const F extends z.core.$ZodLooseShape, const O extends Other = object>(filters: F, other?: O) => ({
    method: 'GET' as const,
    path: other?.path ?? `${base}/export`,
    input: inRange(z.object({ ...filters, ids: ids().optional(), columns: exportColumns })),
    data: ExportFile,
    title: other?.title ?? `导出${noun}`,
    log: LogKind.export,
    offersFile: true as const,
    may: (other?.may ?? `${permission}:export`) as MayOf<O, `${P}:export`>,
  }),
  /** Further calls: their paths below `base`, their permissions below `permission`. */
  read: <I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
    title: string,
    path: string,
    verb: string,
    input: I,
    data: D,
    extra?: X,
  ) => read(title, base + path, `${permission}:${verb}` as `${P}:${string}`, input, data, extra),
  write: <I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
    log: LogKind,
    title: string,
    path: string,
    verb: string,
    input: I,
    data: D,
    extra?: X,
  ) => write(log, title, base + path, `${permission}:${verb}` as `${P}:${string}`, input, data, extra),
  change: <I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
    title: string,
    path: string,
    verb: string,
    input: I,
    data: D,
    extra?: X,
  ) => change(title, base + path, `${permission}:${verb}` as `${P}:${string}`, input, data, extra),
  send: <I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
    title: string,
    path: string,
    verb: string,
    input: I,
    data: D,
    extra?: X,
  ) => send(title, base + path, `${permission}:${verb}` as `${P}:${string}`, input, data, extra),
});
