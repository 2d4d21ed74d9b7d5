/** Change against the period before: as a share of it, or in percentage points between two shares. */
export interface Change {
  text: string;
  direction: 'up' | 'down' | 'same';
}

const arrows = { up: '↑', down: '↓', same: '—' } as const;

const written = (size: number, unit: string): Change => {
  const rounded = Math.round(size * 10) / 10;
  const direction = rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'same';
  return { direction, text: `${arrows[direction]} ${Math.abs(rounded).toFixed(1)}${unit}` };
};

/** `↑ 12.4%`, `↓ 6.3%`, `— 0.0%`; a base of 0 has no share and gives `—`. */
export const changeOf = (now: number, before: number): Change =>
  before === 0 ? { text: '—', direction: 'same' } : written(((now - before) / Math.abs(before)) * 100, '%');

/** Change between two ratios (0.684, 0.666): `↑ 1.8 个百分点`. */
export const pointsOf = (now: number, before: number): Change => written((now - before) * 100, ' 个百分点');
