/** A form field's text from the server. */
export interface FieldError {
  field: string;
  message: string;
}

/** Code of an answer that never came: no connection, no JSON, or the time ran out. */
export const noAnswer = 0;

/** A call the server refused, or that got no answer (`code` 0). */
export class ApiError extends Error {
  // Assigned, not defined: older browsers would need a helper for it on the first page.
  declare readonly code: number;
  declare readonly fields: FieldError[];
  /** Number under which the server logged the call. */
  declare readonly requestId: string;
  /** What the refusal says for the screen. */
  declare readonly data: unknown;
  /** Set once a toast has shown it, so that nobody shows it twice. */
  declare isShown: boolean;

  constructor(code: number, message: string, fields: FieldError[] = [], requestId = '', data: unknown = null) {
    super(message);
    this.name = 'ApiError';
    Object.assign(this, { code, fields, requestId, data, isShown: false });
  }
}
