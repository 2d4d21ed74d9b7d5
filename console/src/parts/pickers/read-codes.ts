import { findFormat } from '@zhuiyuan/contract/codes/cipher/code-format';
import { normaliseCode } from '@zhuiyuan/contract/codes/cipher/code-input';

/** Codes of a pasted text, the line of each, and how many lines only repeated one of them. */
export interface PastedCodes {
  codes: string[];
  lines: number[];
  repeated: number;
}

/** A code of ours in its one form; imported codes, which hold no spaces, as they were typed, because their small letters may count. */
const codeOf = (line: string): string => {
  const code = normaliseCode(line);
  const typed = line.trim();
  return code.length === 0 || findFormat(code) || /\s/.test(typed) ? code : typed;
};

const between = /\r\n|[\r\n\t,;，；、]/u;

const read = (text: string): PastedCodes => {
  const lineOf = new Map<string, number>();
  let repeated = 0;
  for (const [at, typed] of text.split(between).entries()) {
    const code = codeOf(typed);
    if (code === '') continue;
    if (lineOf.has(code)) repeated += 1;
    else lineOf.set(code, at + 1);
  }
  return { codes: [...lineOf.keys()], lines: [...lineOf.values()], repeated };
};

// A screen asks for the same text several times while it draws.
let former = { text: '', read: read('') };

/**
 * Reads pasted or scanned text: one code (or printed address) per line, also separated by commas, semicolons or tabs.
 * Spaces and hyphens inside a line belong to its code. Repeated codes are left out and counted.
 */
export const readCodes = (text: string): PastedCodes => {
  if (former.text !== text) former = { text, read: read(text) };
  return former.read;
};

/** The lines of a long list as they were pasted, each once; cheap however many they are. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(between)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
