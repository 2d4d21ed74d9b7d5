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
  { radius: 56, sway: -0.2, width: 24, petals: 4, waves: 7, threads: 6 },
  { radius: 126, sway: -0.09, width: 27, petals: 6, waves: 14, threads: 7 },
  { radius: 202, sway: 0.05, width: 32, petals: 8, waves: 17, threads: 8 },
  { radius: 284, sway: 0.04, width: 28, petals: 10, waves: 24, threads: 8 },
];

const turn = Math.PI * 2;
const steps = 480;

const thread = ({ radius, sway, width, petals, waves }: Band, phase: number): string => {
  const points: string[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const angle = (step / steps) * turn;
    const petal = Math.cos(petals * angle);
    const distance =
      radius * (1 + sway * petal) + width * (0.74 + 0.26 * petal * Math.sign(sway)) * Math.sin(waves * angle + phase);
    points.push(`${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join('L')}Z`;
};

/** Path of the security-print rosette around 0,0, about 320 in radius: sine threads woven into petalled rings. */
export const rosettePath = (): string =>
  bands
    .flatMap((band) => Array.from({ length: band.threads }, (_, index) => thread(band, (index / band.threads) * turn)))
    .join('');
