import { StrokeIcon } from '../../parts/stroke-icon.tsx';
import { playStrokes, type PlayIconName } from '../lib/play-icons.ts';

/** An icon in the colour of its text; the words beside it carry the meaning. */
export const PlayIcon = ({ name, size = 20, weight = 1.7 }: { name: PlayIconName; size?: number; weight?: number }) => (
  <StrokeIcon strokes={playStrokes[name]} size={size} weight={weight} />
);
