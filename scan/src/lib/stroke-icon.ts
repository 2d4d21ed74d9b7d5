import { svg } from './elements.ts';

/** An icon of strokes in the colour of its text; it is decoration, the words beside it carry the meaning. */
export const strokeIcon = (strokes: readonly string[], size: number, weight: number): SVGElement =>
  svg(
    'svg',
    {
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': weight,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    },
    ...strokes.map((d) => svg('path', { d })),
  );
