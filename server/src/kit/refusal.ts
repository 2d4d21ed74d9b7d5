import type { SavedMeanwhile } from '@zhuiyuan/contract/kit/standard';
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

/** 409: somebody changed the row since the sender read it; who and when, where that is known. */
export const stale = (saved: SavedMeanwhile | null = null) => new Refusal(Code.stale, codeText[Code.stale]!, saved);

/** 403: the token is good, the permission is missing. */
export const forbidden = () => new Refusal(Code.forbidden, codeText[Code.forbidden]!);

/** 429: as many as can be worked on are being worked on. */
export const busy = () => new Refusal(Code.tooOften, '系统繁忙，请稍后重试');

/** Whether the same call is right in a moment: it was too many at once or too often, or others hold the same codes (61098). */
export const isForLater = ({ code }: Refusal): boolean => code === Code.tooOften || code === 61098;

/** The refusals that violated constraints of the database answer with, by the names of the constraints. */
export type Constraints = Record<string, () => Refusal>;

/** Says what the database refuses of a table, wherever the App writes it. */
export const refuseOn = (app: { constraints: Constraints }, constraints: Constraints): void => {
  Object.assign(app.constraints, constraints);
};

/** Texts, numbers and times PostgreSQL has no place for: too long, out of range, or no value of the type at all. */
const dataExceptions = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05']);
/** Whether the database refused a value itself: a schema should have, this is the last net. */
export const isDataException = (error: unknown): boolean =>
  dataExceptions.has((error as { code?: string } | null)?.code ?? '');
export const unstorableText = '提交的内容无法保存';

/** The refusal that stands for an error of the database: its constraint's, an unknown firm, a value without a place. */
export const toRefusal = (error: unknown, constraints: Constraints): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  const name = (error as { constraint?: string } | null)?.constraint ?? '';
  if (Object.hasOwn(constraints, name)) return constraints[name]!();
  // A reference that was not followed, not a row that others refer to.
  if (name.endsWith('_firm_id_fkey')) return invalid('firmId', '所属企业不存在');
  return isDataException(error) ? new Refusal(Code.invalid, unstorableText) : undefined;
};
