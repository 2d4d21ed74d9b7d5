import { formatOf } from '@zhuiyuan/contract/codes/code-format';
import { normaliseCode } from '@zhuiyuan/contract/codes/code-input';

/** Codes of a pasted text, and how many lines only repeated one of them. */
export interface PastedCodes {
  codes: string[];
  repeated: number;
}

/** A code of ours in its one form; imported codes, which hold no spaces, as they were typed, because their small letters may count. */
const codeOf = (line: string): string => {
  const code = normaliseCode(line);
  const typed = line.trim();
  return code.length === 0 || formatOf(code) || /\s/.test(typed) ? code : typed;
};

/**
 * Reads pasted or scanned text: one code (or printed address) per line, also separated by commas, semicolons or tabs.
 * Spaces and hyphens inside a line belong to its code. Repeated codes are left out and counted.
 */
export const readCodes = (text: string): PastedCodes => {
  const typed = text
    .split(/[\r\n\t,;，；、]+/u)
    .map(codeOf)
    .filter(Boolean);
  const codes = [...new Set(typed)];
  return { codes, repeated: typed.length - codes.length };
};
