/** How long after a period's end its seed becomes public. */
export const revealHours = 24;
/** How long after its end tickets of a period still draw, in minutes. */
export const sealMinutes = 15;
