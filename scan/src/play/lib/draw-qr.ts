import { create } from 'qrcode';

/** A QR code as a path over modules. */
export interface QrDrawing {
  path: string;
  /** Modules of a side, with the quiet zone of four around them and without. */
  size: number;
  inner: number;
}

/** Draws a text as a QR code. */
export const drawQr = (text: string): QrDrawing => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path += `M${column + 4} ${row + 4}h1v1h-1z`;
  return { path, size: modules.size + 8, inner: modules.size };
};
