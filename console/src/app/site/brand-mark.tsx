/** The product's mark: a tile in the theme's colour with a pin that winds to its source. */
export const BrandMark = ({ size = 26 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 34 34" aria-hidden="true">
    <rect width="34" height="34" rx="8" fill="var(--zy-logo)" />
    <path
      d="M15.6 24.8 A7.9 7.9 0 1 1 25 17.1 C25 22.6 21.2 26.4 15.9 28"
      fill="none"
      stroke="var(--zy-paper)"
      strokeWidth="2.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="17.1" cy="17.1" r="3.1" fill="var(--zy-paper)" />
  </svg>
);
