import { holdDatabase } from './hold-database.ts';
import { findFigureFaults } from '../stats/figures/check-figures.ts';

/** `npm run check-figures`: recomputes every day of a database from the facts and holds all figures against it; 1 where one differs. */
await holdDatabase(
  async (db) => (await findFigureFaults(db)).map(({ firmId, day, detail }) => `企业 ${firmId}  ${day}  ${detail}`),
  { agrees: '统计核对一致 / all figures agree', differ: 'figures differ' },
);
