/** How often a piece of the work was done; a child process whose count stands still is ended by its parent. */
export const progress = { made: 0 };
