import { longestCell, unreadable, unwritable } from './sheet.ts';
import type { XlsxZip } from './xlsx-zip.ts';

const megabyte = 1024 * 1024;
/** Bytes of the part that holds the shared texts, and of the texts themselves. */
const mostPart = 384 * megabyte;
const mostBytes = 96 * megabyte;
/** Texts, which each take room beside their bytes. */
const mostTexts = 8_000_000;
const blockBytes = 2 * megabyte;
const blockTexts = 1 << 16;

/**
 * Shared texts of a workbook in blocks of bytes: millions of small strings would weigh several times as much. A block that
 * is full stays as it is, so that growing never needs the room twice.
 */
export class SharedTexts {
  private readonly blocks: Buffer[] = [];
  private free = 0;
  private used = 0;
  /** Where each text is: number of its block, begin and end within it. */
  private readonly places: Uint32Array[] = [];
  length = 0;

  /** Throws when all of them together are too much to hold. */
  add(text: string): void {
    const size = Buffer.byteLength(text);
    if (this.used + size > mostBytes || this.length >= mostTexts)
      throw unreadable('不重复的文字过多，请另存为csv后上传');
    this.used += size;
    if (size > this.free) {
      this.free = Math.max(blockBytes, size);
      this.blocks.push(Buffer.allocUnsafeSlow(this.free));
    }
    const block = this.blocks.at(-1);
    const from = (block?.length ?? 0) - this.free;
    block?.write(text, from);
    this.free -= size;
    const at = (this.length % blockTexts) * 3;
    if (at === 0) this.places.push(new Uint32Array(blockTexts * 3));
    this.places.at(-1)!.set([this.blocks.length - 1, from, from + size], at);
    this.length += 1;
  }

  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const at = (index % blockTexts) * 3;
    const [block, from, to] = this.places[Math.floor(index / blockTexts)]!.subarray(at, at + 3);
    return this.blocks[block!]?.toString('utf8', from, to) ?? '';
  }
}

/** Texts of a workbook write a character that XML has no place for as `_x000D_`, and a text that looks so as `_x005F_x000D_`. */
const escape = /_x([0-9A-F]{4})_/gi;

/** A text of a workbook as it is shown: escapes are the characters they stand for, lines end with a line feed, what no text holds is gone. */
export const unescaped = (text: string): string =>
  (text.includes('_x') ? text.replace(escape, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text)
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, '');

/** A text as it stands in a workbook, so that {@link unescaped} makes it of it again. */
export const escaped = (text: string): string => text.replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_');

/** Text of runs (`t` elements) without what only says how to pronounce it; cut when it is longer than any cell. */
export class RunText {
  text = '';
  private depth = 0;
  private isSpoken = false;

  open(tag: string): void {
    if (tag === 'rPh') this.isSpoken = true;
    if (tag === 't') this.depth += 1;
  }

  add(text: string): void {
    if (this.depth > 0 && !this.isSpoken && this.text.length <= longestCell)
      this.text += text.slice(0, longestCell + 1);
  }

  close(tag: string): void {
    if (tag === 'rPh') this.isSpoken = false;
    if (tag === 't') this.depth -= 1;
  }
}

/** The table of texts that cells name by their number; empty when the workbook has none. */
export const readTexts = async (zip: XlsxZip, name: string | undefined): Promise<SharedTexts> => {
  const texts = new SharedTexts();
  if (!name || !zip.has(name)) return texts;
  let item = new RunText();
  const reader = {
    open: (tag: string) => {
      if (tag === 'si') item = new RunText();
      item.open(tag);
    },
    text: (text: string) => item.add(text),
    close: (tag: string) => {
      item.close(tag);
      if (tag === 'si') texts.add(unescaped(item.text));
    },
  };
  for await (const _ of zip.read(name, reader, mostPart));
  return texts;
};
