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

/** The refusal registered for a database error's constraint, if any. */
export const refusalOfConstraint = (error: unknown): Refusal | undefined => {
  const name = (error as { constraint?: string } | null)?.constraint;
  return name ? byConstraint.get(name)?.() : undefined;
};
