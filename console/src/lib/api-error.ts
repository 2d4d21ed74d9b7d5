/** A form field's text from the server. */
export interface FieldError {
  field: string;
  message: string;
}

/** Code of an answer that never came: no connection, no JSON, or the time ran out. */
export const noAnswer = 0;

/** A call the server refused, or that got no answer (`code` 0). */
export class ApiError extends Error {
  /** Set once a toast has shown it, so that nobody shows it twice. */
  isShown = false;

  constructor(
    readonly code: number,
    message: string,
    readonly fields: FieldError[] = [],
    /** Number under which the server logged the call. */
    readonly requestId: string = '',
    /** What the refusal says for the screen. */
    readonly data: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}
