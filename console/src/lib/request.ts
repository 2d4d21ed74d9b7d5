import { keyHeader } from '@zhuiyuan/contract/kit/call-key';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { ApiError, noAnswer, type FieldError } from './api-error.ts';
import { readToken } from './cookies.ts';

const timeoutMs = 300_000;

/** The part of an endpoint that a request needs; the sign-in page, which carries no schemas, writes it out. */
export interface Target {
  method: 'GET' | 'POST';
  path: string;
}

export type Input = Record<string, unknown>;

/** The session token as the server reads it. */
export const tokenHeaders = (): Record<string, string> => {
  const token = readToken();
  return token ? { 'Authori-zation': token } : {};
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const asText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(asText).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

/** Fills the `:name` places of a path and returns what was not used. */
const split = (path: string, input: Input): { filled: string; rest: Input } => {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)\??/g, (_place, name: string) => {
    const value = rest[name];
    delete rest[name];
    return isAbsent(value) ? '' : encodeURIComponent(asText(value));
  });
  return { filled, rest };
};

/** Address of a call with its input as a query, as for a link that the browser follows by itself. */
export const addressOf = (target: Target, input: Input = {}): string => {
  const { filled, rest } = split(target.path, input);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (!isAbsent(value)) query.append(name, asText(value));
  const text = query.toString();
  return `/api${filled}${text ? `?${text}` : ''}`;
};

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

const asEnvelope = (body: unknown): Envelope | undefined => {
  if (typeof body !== 'object' || body === null || !('code' in body)) return undefined;
  const { code, message, data } = body as { code: unknown; message?: unknown; data?: unknown };
  return { code: Number(code), message: typeof message === 'string' && message ? message : 'Error', data };
};

const fieldsOf = (data: unknown): FieldError[] => {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return [];
  return data.fields as FieldError[];
};

/** Throws what an envelope refuses, returns its data otherwise. */
export const unwrap = (body: unknown, requestId: string): unknown => {
  const envelope = asEnvelope(body);
  if (!envelope) throw new ApiError(noAnswer, '服务器没有正确应答，请稍后再试', [], requestId);
  if (envelope.code !== Code.ok)
    throw new ApiError(envelope.code, envelope.message, fieldsOf(envelope.data), requestId, envelope.data);
  return envelope.data;
};

/** Sends one call, under `key` when it has one, and returns the envelope's data. Throws `ApiError`, or the abort the caller asked for. */
export const request = async (
  target: Target,
  input: Input = {},
  signal?: AbortSignal,
  key?: string,
): Promise<unknown> => {
  // Made before anything is sent: what fails here is no fault of the network.
  const isGet = target.method === 'GET';
  const { filled, rest } = split(target.path, input);
  const address = isGet ? addressOf(target, { ...input, temp: Math.floor(Date.now() / 1000) }) : `/api${filled}`;
  const init: RequestInit = {
    method: target.method,
    headers: {
      ...tokenHeaders(),
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...(key && { [keyHeader]: key }),
    },
    body: isGet ? undefined : JSON.stringify(rest),
  };
  const giveUp = new AbortController();
  const leave = () => giveUp.abort(signal?.reason);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    giveUp.abort();
  }, timeoutMs);
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  let answer: Response;
  let body: unknown;
  try {
    answer = await fetch(address, { ...init, signal: giveUp.signal });
    body = await answer.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(noAnswer, isLate ? '请求超时，请稍后再试' : '网络连接失败，请检查网络后再试');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
  return unwrap(body, answer.headers.get('x-request-id') ?? '');
};
