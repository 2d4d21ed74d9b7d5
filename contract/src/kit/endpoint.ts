import { z } from 'zod';
import { enumeration } from './enumeration.ts';

/**
 * Who may call an endpoint: `open` without a token, `signed-in` with any valid token,
 * one permission string, or any / all of several.
 */
export type May = 'open' | 'signed-in' | `${string}:${string}` | { any: string[] } | { all: string[] };

/** The permissions that `may` names; none where a token is enough, or nothing is needed. */
export const permissionsOf = (may: May): readonly string[] => {
  if (may === 'open' || may === 'signed-in') return [];
  if (typeof may === 'string') return [may];
  return 'any' in may ? may.any : may.all;
};

/** Kind of work an audit log row records (系统日志 操作类型). */
export const LogKind = enumeration({
  other: { value: 0, label: '其它' },
  insert: { value: 1, label: '新增' },
  update: { value: 2, label: '修改' },
  delete: { value: 3, label: '删除' },
  grant: { value: 4, label: '授权' },
  export: { value: 5, label: '导出' },
  import: { value: 6, label: '导入' },
  kick: { value: 7, label: '强退' },
  login: { value: 8, label: '登录' },
  clean: { value: 9, label: '清空数据' },
});
export type LogKind = (typeof LogKind.options)[number]['value'];

/** How such a call ended (操作状态). */
export const AuditStatus = enumeration({
  normal: { value: 0, label: '成功', tone: 'good' },
  failed: { value: 1, label: '失败', tone: 'bad' },
  refused: { value: 2, label: '拒绝', tone: 'wait' },
});

/** One call: its exact method and path, who may make it, what goes in and what comes out. */
export interface Endpoint<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST';
  /** Fastify path with `:name` parameters, without the `/api` prefix. */
  path: string;
  may: May;
  /** Permissions that open no call of their own: the handler asks for them besides, for a part of what it does. */
  furtherMay?: readonly string[];
  /** The call is for holders of a role marked 管理员角色, beside its permission. */
  needsAdmin?: true;
  /** The call touches what belongs to the platform alone: staff of firms are refused, whatever their roles hold. */
  platform?: true;
  /** May be called while the password is one that somebody else set: what leads to one's own. */
  leadsToOwnPassword?: true;
  /** Path, query and body merged in that order: a body field wins over a query field of the same name. */
  input: I;
  /** What `data` of the envelope holds. Fields the schema does not name never leave the server. */
  data: D;
  /** Chinese name of the act, used in the audit log and the API page. */
  title: string;
  /** Set on calls that change something; a POST without it is logged as `other`, `false` switches the log off. */
  log?: LogKind | false;
  /** The call changes a row that is there, and this field names it ('' = the operator's own). What a request leaves out stays as it was. */
  changes?: string;
  /** The answer tells of a person in full: the log keeps that it was asked for, not what was seen. */
  isPlain?: true;
  /** The handler answers by itself (a stream, a script, a multipart upload) instead of through the envelope. */
  raw?: boolean;
  /** Fields with texts people type or scan: characters that cannot be stored make an unknown text of them, not a refusal. */
  typed?: readonly string[];
  /** Calls one address may make in a minute; more answer 429. */
  perMinute?: number;
  /** The handler opens its own transactions; otherwise a call with a log runs in one. */
  ownTransaction?: boolean;
  /** Shoppers call it: it has a share of the server of its own, which staff cannot use up. */
  forShoppers?: true;
  /** The body is a multipart form with a file, which the handler reads: as slowly as its sender likes, a few at a time for one sender. */
  takesFile?: true;
  /** The handler writes a file and offers it for download: in no transaction, and a few at a time for one operator; more answer 429. */
  offersFile?: boolean;
}

/** Keeps the literal types of an endpoint table. */
export const defineApi = <const T extends Record<string, Endpoint>>(table: T): T => table;

export type InputOf<E extends Endpoint> = z.output<E['input']>;
export type QueryOf<E extends Endpoint> = z.input<E['input']>;
export type DataOf<E extends Endpoint> = z.output<E['data']>;
/** What a handler gives back before the schema has checked and stripped it. */
export type AnswerOf<E extends Endpoint> = z.input<E['data']>;

/** Input of a call that takes nothing. */
export const nothing = z.object({});
/** Answer of a call that only says done. */
export const done = z.null();

/** What few calls have beside path, permission, input and answer. */
export type Extra = Partial<Omit<Endpoint, 'method' | 'path' | 'may' | 'input' | 'data' | 'title'>>;

/** A call that changes nothing. */
export const read = <const M extends May, I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
  title: string,
  path: string,
  may: M,
  input: I,
  data: D,
  extra?: X,
) => ({ method: 'GET' as const, path, may, input, data, title, ...(extra as X) });

/** A call that changes something, kept in the log as `log`. */
export const write = <const M extends May, I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
  log: LogKind,
  title: string,
  path: string,
  may: M,
  input: I,
  data: D,
  extra?: X,
) => ({ method: 'POST' as const, path, may, input, data, title, log, ...(extra as X) });

/** A {@link write} whose log says 编辑. */
export const change = <const M extends May, I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
  title: string,
  path: string,
  may: M,
  input: I,
  data: D,
  extra?: X,
) => write(LogKind.update, title, path, may, input, data, extra);

/** A call with a body whose log says 其他, or that keeps none. */
export const send = <const M extends May, I extends z.ZodType, D extends z.ZodType, const X extends Extra = object>(
  title: string,
  path: string,
  may: M,
  input: I,
  data: D,
  extra?: X,
) => ({ method: 'POST' as const, path, may, input, data, title, ...(extra as X) });
