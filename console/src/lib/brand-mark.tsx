/** The product's mark: a tile in the theme's colour with a pin that winds to its source. */
export const BrandMark = ({ size = 26 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 34 34" aria-hidden="true">
    <rect width="34" height="34" rx="8" fill="var(--zy-action)" />
    <path
      d="M17 26.2 C22.4 24.6 25.2 21.1 25.2 17.1 A8.1 8.1 0 1 0 15.2 24.9"
      fill="none"
      stroke="#fff"
      strokeWidth="2.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="17.1" cy="17.1" r="3.1" fill="#fff" />
  </svg>
);
