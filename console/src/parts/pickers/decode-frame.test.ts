import { create } from 'qrcode';
import { expect, it } from 'vitest';
import { decodeFrame } from './decode-frame.ts';

const dot = 5;
const margin = 4;

/** A picture of a QR code as a camera sees it: grey on grey. */
const pictureOf = (text: string): ImageData => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 2 * margin) * dot;
  const data = new Uint8ClampedArray(side * side * 4).fill(205);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / dot) - margin, Math.floor(y / dot) - margin];
      const isIn = column >= 0 && row >= 0 && column < modules.size && row < modules.size;
      if (isIn && modules.get(row, column)) data.fill(48, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return { data, width: side, height: side, colorSpace: 'srgb' } as ImageData;
};

it('reads the code of a printed address, and nothing where there is none', () => {
  const address = 'https://zy.cn/c/4QH7MZ2K9TXABW6R';
  expect(decodeFrame(pictureOf(address))).toBe(address);
  const blank = { data: new Uint8ClampedArray(120 * 120 * 4).fill(205), width: 120, height: 120 };
  expect(decodeFrame(blank as ImageData)).toBeUndefined();
});
