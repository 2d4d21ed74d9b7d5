/** One woven ring of a rosette: its radius, how far it sways, how wide it is and how many petals it has. */
interface Band {
  radius: number;
  sway: number;
  width: number;
  petals: number;
  waves: number;
  threads: number;
}

const bands: readonly Band[] = [
  { radius: 42, sway: 0.02, width: 17, petals: 6, waves: 12, threads: 8 },
  { radius: 118, sway: 0.05, width: 28, petals: 8, waves: 20, threads: 8 },
  { radius: 210, sway: 0.045, width: 30, petals: 10, waves: 28, threads: 8 },
  { radius: 286, sway: 0.04, width: 26, petals: 12, waves: 36, threads: 8 },
];

const turn = Math.PI * 2;
const steps = 480;

const thread = ({ radius, sway, width, petals, waves }: Band, phase: number): string => {
  const points: string[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const angle = (step / steps) * turn;
    const petal = Math.cos(petals * angle);
    const distance = radius * (1 + sway * petal) + width * (0.72 + 0.28 * petal) * Math.sin(waves * angle + phase);
    points.push(`${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join('L')}Z`;
};

/** Path of the security-print rosette around 0,0, about 320 in radius: sine threads woven into petalled rings. */
export const rosettePath = (): string =>
  bands
    .flatMap((band) => Array.from({ length: band.threads }, (_, index) => thread(band, (index / band.threads) * turn)))
    .join('');
