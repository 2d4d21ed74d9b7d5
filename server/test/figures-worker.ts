import { openDatabase } from '../src/kit/db/database.ts';
import { riskTrials } from '../src/risk/try-rule.ts';
import { advanceFigures } from '../src/stats/figures/advance-figures.ts';

/** A process that adds to the figures of a test's database, or tries a risk rule there, unless it is killed on the way. */
const [url = '', trial] = process.argv.slice(2);
const database = openDatabase(url);
if (trial) await riskTrials.run(database.db, JSON.parse(trial) as Parameters<typeof riskTrials.run>[1]);
else await advanceFigures(database.db, 'now');
await database.close();
