import { svg } from './elements.ts';

/** Bands of the rosette from the inside out: radius, lobes, depth of the lobes, half width, waves in the whole thread. */
const bands = [
  [60, 3, 8, 22, 57],
  [122, 5, 10, 25, 117],
  [190, 6, 12, 27, 185],
  [260, 7, 12, 28, 249],
] as const;

const turns = 8;
const stepsPerWave = 8;

/** One band: a single thread that runs round its lobed ring eight times as a wave and closes on itself. */
const band = ([radius, lobes, depth, half, waves]: (typeof bands)[number], index: number): string => {
  const steps = waves * stepsPerWave;
  const point = (step: number): [number, number] => {
    const angle = (step / steps) * 2 * Math.PI * turns;
    const wave = (step / stepsPerWave) * 2 * Math.PI;
    const lobe = lobes * angle + index * 1.3;
    const reach = radius + depth * Math.cos(lobe) + half * (0.8 + 0.25 * Math.sin(lobe)) * Math.cos(wave);
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  };
  const middle = (step: number): string => {
    const [x, y] = point(step);
    const [nextX, nextY] = point(step + 1);
    return `${((x + nextX) / 2).toFixed(1)} ${((y + nextY) / 2).toFixed(1)}`;
  };
  let path = `M${middle(-1)}`;
  for (let step = 0; step < steps; step += 1) {
    path += `Q${point(step)
      .map((value) => value.toFixed(1))
      .join(' ')} ${middle(step)}`;
  }
  return path;
};

/** The security-print line rosette (guilloche) behind the verdict, white at 15 %, its centre in the middle of the drawing. */
export const rosette = (): SVGElement =>
  svg(
    'svg',
    {
      class: 'rosette',
      viewBox: '-300 -300 600 600',
      'aria-hidden': 'true',
      fill: 'none',
      stroke: '#fff',
      'stroke-opacity': '.15',
      'stroke-width': '.8',
    },
    ...bands.map((shape, index) => svg('path', { d: band(shape, index + 1) })),
  );
