import { strokes, type IconName } from '../lib/icons.ts';
import { StrokeIcon } from './stroke-icon.tsx';

/** An icon of the shopper's page. */
export const Icon = ({ name, size, weight }: { name: IconName; size: number; weight?: number }) => (
  <StrokeIcon strokes={strokes[name]} size={size} weight={weight} />
);
