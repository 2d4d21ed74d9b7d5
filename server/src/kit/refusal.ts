import { Code, codeText, fill, type RefusalText } from '@zhuiyuan/contract/kit/codes';

/** The one way a handler or an operation says no: a code of the envelope, its Chinese text, and data for the screen. */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.data = data;
  }
}

/** A refusal listed in the contract, with the places of its text filled. */
export const refuse = ([code, text]: RefusalText, values: Record<string, string | number> = {}, data: unknown = null) =>
  new Refusal(code, fill(text, values), data);

/** 400 bound to one field of the form. */
export const invalid = (field: string, message: string) =>
  new Refusal(Code.invalid, message, { fields: [{ field, message }] });

/** 404: no such row, or a row of another firm; the two look alike. */
export const notFound = (message = codeText[Code.notFound]!) => new Refusal(Code.notFound, message);

/** 409: somebody changed the row since the sender read it. */
export const stale = () => new Refusal(Code.stale, codeText[Code.stale]!);

/** 403: the token is good, the permission is missing. */
export const forbidden = () => new Refusal(Code.forbidden, codeText[Code.forbidden]!);

/** 429: as many as can be worked on are being worked on. */
export const busy = () => new Refusal(Code.tooOften, '系统繁忙，请稍后重试');

const byConstraint = new Map<string, () => Refusal>();

/** Names the refusal that a violated database constraint answers with, once per constraint, beside the handlers of its table. */
export const refuseOn = (constraints: Record<string, () => Refusal>) => {
  for (const [name, make] of Object.entries(constraints)) byConstraint.set(name, make);
};

/** Texts, numbers and times PostgreSQL has no place for: too long, out of range, or no value of the type at all. */
const dataExceptions = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05']);
/** Whether the database refused a value itself: a schema should have, this is the last net. */
export const isDataException = (error: unknown): boolean =>
  dataExceptions.has((error as { code?: string } | null)?.code ?? '');
export const unstorableText = '提交的内容无法保存';

/** The refusal that stands for a database error: the one registered for its constraint, an unknown firm, a value without a place. */
export const refusalOfDatabase = (error: unknown): Refusal | undefined => {
  const name = (error as { constraint?: string } | null)?.constraint ?? '';
  if (byConstraint.has(name)) return byConstraint.get(name)!();
  // A reference that was not followed, not a row that others refer to.
  if (name.endsWith('_firm_id_fkey')) return invalid('firmId', '所属企业不存在');
  return isDataException(error) ? new Refusal(Code.invalid, unstorableText) : undefined;
};
