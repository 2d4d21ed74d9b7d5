/** Bands of the rosette from the inside out: radius, lobes, depth of the lobes, half width, waves in the whole thread. */
const bands = [
  [60, 3, 8, 22, 57],
  [122, 5, 10, 25, 117],
  [190, 6, 12, 27, 185],
  [260, 7, 12, 28, 249],
] as const;

const turns = 8;
const stepsPerWave = 8;
/** Steps drawn at once: on a slow phone some 20 ms. */
const stepsAtOnce = 300;

/** A part of a band: a single thread that runs round its lobed ring eight times as a wave and closes on itself. */
const part = (index: number, from: number, to: number): string => {
  const [radius, lobes, depth, half, waves] = bands[index]!;
  const point = (step: number): [number, number] => {
    const angle = (step / (waves * stepsPerWave)) * 2 * Math.PI * turns;
    const wave = (step / stepsPerWave) * 2 * Math.PI;
    const lobe = lobes * angle + (index + 1) * 1.3;
    const reach = radius + depth * Math.cos(lobe) + half * (0.8 + 0.25 * Math.sin(lobe)) * Math.cos(wave);
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  };
  const told = (x: number, y: number): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  let [x, y] = point(from);
  const [lastX, lastY] = point(from - 1);
  let path = `M${told((lastX + x) / 2, (lastY + y) / 2)}`;
  for (let step = from; step < to; step += 1) {
    const [nextX, nextY] = point(step + 1);
    path += `Q${told(x, y)} ${told((x + nextX) / 2, (y + nextY) / 2)}`;
    [x, y] = [nextX, nextY];
  }
  return path;
};

/** Draws the rosette into `drawing`, part by part, so that a slow phone hears a finger in between. */
export const drawRosette = (drawing: SVGElement): void => {
  const blank = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const draw = (index: number, from: number): void => {
    if (index === bands.length) return;
    const steps = bands[index]![4] * stepsPerWave;
    const to = Math.min(from + stepsAtOnce, steps);
    // The page may be gone by now: nothing is asked of it.
    const path = blank.cloneNode() as SVGElement;
    path.setAttribute('d', part(index, from, to));
    drawing.append(path);
    setTimeout(() => (to < steps ? draw(index, to) : draw(index + 1, 0)));
  };
  draw(0, 0);
};
