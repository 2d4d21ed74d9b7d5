/** What a program could take for a formula: `= + - @`, their full-width forms, or a control character in front. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
export const startsFormula = /^[=+\-@\u0000-\u001f\u007f\uff1d\uff0b\uff0d\uff20]/;

/** Takes off again what `safeCell` put before a text: a file that went out comes back with the texts it had. */
export const bareCell = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text.slice(1)) ? text.slice(1) : text;
