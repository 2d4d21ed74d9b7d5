import { seedCodeKeys } from '../codes/keyring.ts';
import type { Config } from '../kit/config.ts';
import type { Db } from '../kit/database.ts';
import type { Files } from '../kit/files.ts';
import { seedAccess } from './seed-access.ts';
import { seedCategories } from './seed-categories.ts';
import { seedCodes } from './seed-codes.ts';
import { seedDealers } from './seed-dealers.ts';
import { seedJobs } from './seed-jobs.ts';
import { seedFlows, seedFlowTypes } from './seed-flows.ts';
import { seedExtCodes } from './seed-ext-codes.ts';
import { seedInspectors } from './seed-inspectors.ts';
import { drawLibrary, seedMedia } from './seed-media.ts';
import { seedOps } from './seed-ops.ts';
import { seedQueries } from './seed-queries.ts';
import { seedRegions } from './seed-regions.ts';
import { seedRegistration } from './seed-registration.ts';
import { seedSettings } from './seed-settings.ts';
import { seedShops } from './seed-shops.ts';
import { seedTemps } from './seed-temps.ts';
import { seedTrace } from './seed-trace.ts';

export interface SeedParts {
  config: Config;
  db: Db;
  files: Files;
}

/** Rows the product cannot live without, and into an empty database the demo data. Answers the first password when it made one; call it inside `setUpAlone`. */
export const seed = async (parts: SeedParts): Promise<string | undefined> => {
  const drawn = await drawLibrary(parts);
  return parts.db.transaction().execute(async (transaction) => {
    const inside = { ...parts, db: transaction as Db };
    const firstPassword = await seedAccess(inside);
    await seedSettings(inside);
    await seedCategories(inside);
    await seedRegions(inside.db);
    await seedMedia(inside, drawn);
    await seedCodeKeys(inside.db, inside.config.masterKey);
    const isFresh = await seedTrace(inside);
    await seedFlowTypes(inside.db);
    if (isFresh) {
      await seedFlows(inside.db);
      await seedDealers(inside);
      await seedShops(inside.db);
      await seedTemps(inside.db);
      await seedCodes(inside);
      await seedOps(inside);
      await seedExtCodes(inside);
      await seedInspectors(inside);
      await seedQueries(inside);
      await seedRegistration(inside);
      await seedJobs(inside);
    }
    return firstPassword;
  });
};
