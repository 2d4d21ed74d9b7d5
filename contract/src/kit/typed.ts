/** Marks without a shape that chats, contacts and other programs leave in a text: of direction, of no width, a byte order mark. */
const marks = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;

/** Blanks, and what joins or parts two signs inside a text, as in emoji of several people; at an edge it is a mark like the others. */
const edge = /[\s\u200C\u200D]/;

/** A text without the signs at its end that `isEnd` names. A pattern that ends in `+$` starts anew at every sign: long texts take it minutes. */
export const cutEnd = (text: string, isEnd: (sign: string) => boolean): string => {
  let end = text.length;
  while (end > 0 && isEnd(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
};

const isEdge = (sign: string): boolean => edge.test(sign);

const withoutEdges = (text: string): string => {
  let start = 0;
  while (start < text.length && isEdge(text[start]!)) start += 1;
  return cutEnd(text.slice(start), isEdge);
};

/** Controls that scanners send: the separators of GS1 data, start and end of text, tabulators and line ends. */
// oxlint-disable-next-line no-control-regex -- they are what is taken off
const controls = /[\u0000-\u001F\u007F]/g;

export const withoutControls = (text: string): string => text.replace(controls, '');

const dashes = /[\p{Pd}\u2212]/gu;

/** More letters than any field takes: what is longer stays as it is, for its field to refuse. */
const longest = 10_000;
const whereShort =
  (rule: (text: string) => string) =>
  (text: string): string =>
    text.length > longest ? text : rule(text);

/** A text that something is looked for by: without marks that nobody sees and without blanks around it. */
export const asAsked = whereShort((text) => withoutEdges(text.replace(marks, '')));

/** What a text looks like, by which names are compared: letters of full and half width are one, and so are blanks of every kind. */
export const lookOf = whereShort((text) =>
  text
    .normalize('NFKC')
    .replace(marks, '')
    .replace(/[\u200C\u200D]/g, '')
    .replace(/\s+/g, ' ')
    .trim(),
);

/** A number of letters and digits as it is meant: without blanks, marks and controls, in half width, with the plain hyphen. */
export const plainNumber = whereShort((text) => withoutControls(lookOf(text)).replace(/ /g, '').replace(dashes, '-'));

/** Digits alone as they are meant, like {@link plainNumber} without the hyphens people put between groups. */
export const plainDigits = whereShort((text) => plainNumber(text).replace(/-/g, ''));
