import { normaliseCode } from '@zhuiyuan/contract/codes/code-input';

/** Codes of a pasted text, and how many lines only repeated one of them. */
export interface PastedCodes {
  codes: string[];
  repeated: number;
}

/**
 * Reads pasted or scanned text: one code (or printed address) per line, also separated by commas, semicolons or tabs.
 * Spaces and hyphens inside a line belong to its code. Repeated codes are left out and counted.
 */
export const readCodes = (text: string): PastedCodes => {
  const typed = text
    .split(/[\r\n\t,;，；、]+/u)
    .map(normaliseCode)
    .filter(Boolean);
  const codes = [...new Set(typed)];
  return { codes, repeated: typed.length - codes.length };
};
