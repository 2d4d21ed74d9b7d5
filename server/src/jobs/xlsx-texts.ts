import { unreadable } from './sheet.ts';

const mostBytes = 96 * 1024 * 1024;

/** Shared texts of a workbook in one block of bytes: millions of small strings would weigh several times as much. */
export class SharedTexts {
  private bytes = Buffer.allocUnsafe(1 << 16);
  private ends = new Uint32Array(1 << 12);
  private used = 0;
  length = 0;

  /** Throws when all of them together are too much to hold. */
  add(text: string): void {
    const size = Buffer.byteLength(text);
    if (this.used + size > mostBytes) throw unreadable('不重复的文字过多，请另存为csv后上传');
    if (this.used + size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(this.bytes.length * 2, this.used + size)));
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    if (this.length === this.ends.length) {
      const larger = new Uint32Array(this.ends.length * 2);
      larger.set(this.ends);
      this.ends = larger;
    }
    this.used += this.bytes.write(text, this.used);
    this.ends[this.length] = this.used;
    this.length += 1;
  }

  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }
}
