import { advanceFigures } from '../../src/stats/figures/advance-figures.ts';
import { findFigureFaults, type FigureFault } from '../../src/stats/figures/check-figures.ts';
import type { App } from '../../src/kit/http/app-context.ts';

/** Adds all that happened to the figures, and answers which of them are not what the facts say; none after any scenario. */
export const findFigures = async ({ db }: Pick<App, 'db'>): Promise<FigureFault[]> => {
  await advanceFigures(db, 'now');
  return findFigureFaults(db);
};
