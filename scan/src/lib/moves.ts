/** Answers whether it has shown what the address says now. */
type Mover = () => boolean;

let mover: Mover | undefined;

/** A layer over the page of a code hears of moves in the history first: its own addresses differ by their hash alone. */
export const takeMoves = (take: Mover): void => {
  mover = take;
};

/** Whether a layer has shown what the address says. */
export const isTaken = (): boolean => mover?.() ?? false;
