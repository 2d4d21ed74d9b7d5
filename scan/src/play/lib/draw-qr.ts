import { svg } from '../../lib/elements.ts';

/** A QR code of a text as one path, with the quiet zone of four modules around it. */
export const drawQr = async (text: string, side: number, label: string): Promise<SVGElement> => {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path += `M${column + 4} ${row + 4}h1v1h-1z`;
  const size = modules.size + 8;
  return svg(
    'svg',
    {
      class: 'q-code',
      // the quiet zone lies outside of what the design measures
      width: (side * size) / modules.size,
      height: (side * size) / modules.size,
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      'aria-label': label,
      'shape-rendering': 'crispEdges',
    },
    svg('path', { d: path }),
  );
};
