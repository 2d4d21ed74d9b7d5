import { StrokeIcon } from '../../parts/stroke-icon.tsx';
import { fieldStrokes, type FieldIcon as FieldIconName } from './field-icons.ts';

/** An icon of the phone pages. */
export const FieldIcon = ({
  name,
  size = 20,
  weight = 1.7,
}: {
  name: FieldIconName;
  size?: number;
  weight?: number;
}) => <StrokeIcon strokes={fieldStrokes[name]} size={size} weight={weight} />;
