/** An icon of strokes in the colour of its text; it is decoration, the words beside it carry the meaning. */
export const StrokeIcon = ({
  strokes,
  size,
  weight = 1.6,
}: {
  strokes: readonly string[];
  size: number;
  weight?: number;
}) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={weight}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {strokes.map((d) => (
      <path key={d} d={d} />
    ))}
  </svg>
);
