/** What runs while a screen is shown and must end with it. */
let endings: (() => void)[] = [];

/** Ends something when another screen is shown. */
export const whenLeft = (end: () => void): void => void endings.push(end);

/** Ends the screen that is shown, with all that lies over it. */
export const closeScreen = (): void => {
  for (const end of endings.splice(0)) end();
};
