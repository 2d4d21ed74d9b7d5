import { asAsked, cutEnd, withoutControls } from '../../kit/typed.ts';

/** What a scanner or a keyboard gave: the code, and the product facts that a GS1 Digital Link carries beside it. */
export interface CodeInput {
  /** Upper-case, without separators; not checked. */
  code: string;
  gtin?: string;
  lot?: string;
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The qualifiers behind `/01/{gtin}` in either order: 10 is the lot, 21 the serial number, which is the code. */
const digitalLink = (path: string): { gtin: string; lot?: string; code?: string } | undefined => {
  const [, gtin, rest = ''] = /\/01\/(\d{8,14})((?:\/(?:10|21)\/[^/]+)*)/.exec(path) ?? [];
  if (!gtin) return undefined;
  // Older phones cannot walk through matches: after the empty first part keys and values take turns.
  const parts = rest.split('/');
  const find = (key: string) => parts.find((_part, at) => at > 0 && at % 2 === 0 && parts[at - 1] === key);
  const lot = find('10');
  return { gtin: gtin.padStart(14, '0'), lot: lot === undefined ? undefined : decoded(lot), code: find('21') };
};

/** A text as a scanner or a chat gave it, without what either puts around and into it: marks, controls, the AIM identifier of the symbology. */
export const scannedText = (typed: string): string =>
  withoutControls(asAsked(typed.normalize('NFKC')))
    .replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '')
    .trim();

/** Signs of the sentence an address stood in. */
const sentenceSign = /[\p{P}\p{Sk}]/u;

const isSentenceSign = (sign: string): boolean => sentenceSign.test(sign);

/** Takes the code's own text out of an address: `/c/{code}`, `/s/{code}`, a GS1 Digital Link, `?c={code}`; other text stays as it is. */
export const readAddress = (typed: string): { text: string; gtin?: string; lot?: string; isLink: boolean } => {
  const text = scannedText(typed);
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(text)!;
  const link = digitalLink(path);
  const short = /(?:^|\/)[cs]\/([^/]+)\/?$/i.exec(path)?.[1];
  const asked = /(?:^|&)c=([^&]+)/i.exec(query)?.[1];
  const found = link?.code ?? short ?? asked;
  return {
    text: found === undefined ? text : decoded(found),
    gtin: link?.gtin,
    lot: link?.lot,
    isLink: found !== undefined,
  };
};

/** Spaces, hyphens and dashes people put between groups, and the invisible marks that a copied text brings along. */
const separators = /[\s\p{Pd}\u200C\u200D]/gu;

/** A code as scanners give it: there is nothing to read out of it. */
const bare = /^[0-9A-Z]+$/;

/** Reads whatever was scanned, pasted or typed into a code box, also in full-width or lower-case letters. */
export const readCodeInput = (typed: string): CodeInput => {
  if (bare.test(typed)) return { code: typed };
  const { text, gtin, lot, isLink } = readAddress(typed);
  const code = text.toUpperCase().replace(separators, '');
  return { code: isLink ? cutEnd(code, isSentenceSign) : code, gtin, lot };
};

/** The normalised code alone. */
export const normaliseCode = (typed: string): string => readCodeInput(typed).code;

/** Letters and digits in the number of one of our codes, whether or not the check symbol is right. */
const ownShape = /^(?:[A-Z0-9]{16}|[A-Z0-9]{18}|[A-Z0-9]{20})$/;

/**
 * A code as it is shown and asked about again: of our shape normalised, any other text as it was typed, for third-party
 * codes know separators, either case and every alphabet.
 */
export const shownCode = (typed: string): string => {
  const { text } = readAddress(typed);
  const own = normaliseCode(text);
  return ownShape.test(own) ? own : text;
};

/** Refusal 61001, also shown before a typed code is sent. */
export const badCodeText = '编码格式不正确，请核对后重试';

export const confusableHint = '编码中不含数字0、1和字母I、O，请核对';

/** The hint for a normalised text with a symbol that no lettered code has; digits alone may be an N20 code. */
export const findHint = (code: string): string | undefined =>
  /[A-Z]/.test(code) && /[01IO]/.test(code) ? confusableHint : undefined;
