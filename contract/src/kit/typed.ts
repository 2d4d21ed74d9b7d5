/** Marks without a shape that chats, contacts and other programs leave in a text: of direction, of no width, a byte order mark. */
const marks = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;

/** What joins or parts two signs inside a text, as in emoji of several people; at an edge it is a mark like the others. */
const edges = /^[\s\u200C\u200D]+|[\s\u200C\u200D]+$/g;

/** Controls that scanners send: the separators of GS1 data, start and end of text, tabulators and line ends. */
// oxlint-disable-next-line no-control-regex -- they are what is taken off
const controls = /[\u0000-\u001F\u007F]/g;

export const withoutControls = (text: string): string => text.replace(controls, '');

const dashes = /[\p{Pd}\u2212]/gu;

/** A text that something is looked for by: without marks that nobody sees and without blanks around it. */
export const asAsked = (text: string): string => text.replace(marks, '').replace(edges, '');

/** What a text looks like, by which names are compared: letters of full and half width are one, and so are blanks of every kind. */
export const lookOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(marks, '')
    .replace(/[\u200C\u200D]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A number of letters and digits as it is meant: without blanks, marks and controls, in half width, with the plain hyphen. */
export const plainNumber = (text: string): string =>
  withoutControls(lookOf(text)).replace(/ /g, '').replace(dashes, '-');

/** Digits alone as they are meant, like {@link plainNumber} without the hyphens people put between groups. */
export const plainDigits = (text: string): string => plainNumber(text).replace(/-/g, '');
