/** The mark of the platform in the colour of its text; it stands where a firm has no logo. */
export const Mark = () => (
  <svg viewBox="0 0 22 22" width={22} height={22} aria-hidden="true">
    <rect width={22} height={22} rx={5} fill="#fff" />
    <path
      d="M9.2 15.2a4.7 4.7 0 1 1 6.4-4.5c0 3.5-2.1 6.1-5.8 7.2"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
    />
    <circle cx={10.9} cy={10.7} r={2.2} fill="currentColor" />
  </svg>
);
