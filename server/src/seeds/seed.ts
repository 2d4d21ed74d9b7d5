import { seedCodeKeys } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { seedAccess } from './first/seed-access.ts';
import { seedActTemplates } from './first/seed-act-templates.ts';
import { seedCategories } from './first/seed-categories.ts';
import { seedCodes } from './demo/seed-codes.ts';
import { seedAgents } from './demo/seed-agents.ts';
import { seedJobs } from './demo/seed-jobs.ts';
import { seedFund } from './demo/fund/seed-fund.ts';
import { seedFlows, seedFlowTypes } from './demo/seed-flows.ts';
import { seedExtCodes } from './demo/seed-ext-codes.ts';
import { seedInspectors } from './demo/seed-inspectors.ts';
import { seedActivities } from './demo/campaign/seed-activities.ts';
import { seedRedemptions } from './demo/campaign/seed-redemptions.ts';
import { seedRedPackets } from './demo/campaign/seed-red-packets.ts';
import { seedRedSends } from './demo/campaign/seed-red-sends.ts';
import { seedCampaigns } from './demo/campaign/seed-campaigns.ts';
import { seedMessages } from './demo/campaign/seed-messages.ts';
import { seedRisk } from './demo/campaign/seed-risk.ts';
import { seedVerifications } from './demo/campaign/seed-verifications.ts';
import type { SeedParts } from './first/seed-parts.ts';
import { seedMovement } from './demo/seed-movement.ts';
import { drawLibrary, seedMedia } from './demo/seed-media.ts';
import { seedOps } from './demo/seed-ops.ts';
import { seedQueries } from './demo/seed-queries.ts';
import { seedScanFacts } from './demo/campaign/seed-scan-facts.ts';
import { placeShippedScans } from './demo/police/place-shipped-scans.ts';
import { seedPolice } from './demo/police/seed-police.ts';
import { seedRemits } from './demo/fund/seed-remits.ts';
import { seedRegions } from './first/seed-regions.ts';
import { seedRegistration } from './demo/seed-registration.ts';
import { seedSettings } from './first/seed-settings.ts';
import { seedShops } from './demo/seed-shops.ts';
import { seedTemplates } from './demo/seed-templates.ts';
import { seedTrace, seedWaitingFirm } from './demo/seed-trace.ts';
import { regionTree } from '../settings/region-names.ts';

/** Rows the product cannot live without, and into an empty database the demo data; call it inside `setUpAlone`. */
export const seed = async (parts: SeedParts): Promise<void> => {
  const drawn = await drawLibrary(parts);
  await parts.db.transaction().execute(seedRegions);
  // Remembered from here on: what follows asks for them at every place.
  await regionTree(parts.db);
  await parts.db.transaction().execute(async (transaction) => {
    const inside = { ...parts, db: transaction as Db };
    await seedAccess(inside);
    await seedSettings(inside);
    await seedCategories(inside);
    await seedActTemplates(inside.db);
    await seedMedia(inside, drawn);
    await seedCodeKeys(inside.db, inside.config.masterKey);
    const isFresh = await seedTrace(inside);
    await seedFlowTypes(inside.db);
    if (isFresh) {
      await seedFlows(inside.db);
      await seedAgents(inside);
      await seedShops(inside.db);
      await seedTemplates(inside.db);
      await seedCodes(inside);
      await seedOps(inside);
      await seedMovement(inside);
      // Who had the goods says where they were asked about, and all that follows from that comes after.
      await seedScanFacts(inside.db);
      await placeShippedScans(inside.db);
      await seedExtCodes(inside);
      await seedInspectors(inside);
      await seedQueries(inside);
      await seedRegistration(inside);
      await seedCampaigns(inside.db);
      await seedFund(inside, async (pools) => [
        ...(await seedActivities(inside, pools)),
        ...(await seedRedSends(inside.db, pools)),
      ]);
      await seedVerifications(inside.db);
      await seedRedemptions(inside);
      await seedRedPackets(inside);
      await seedScanFacts(inside.db);
      await seedRisk(inside.db);
      await seedPolice(inside);
      await seedRemits(inside);
      await seedMessages(inside.db);
      await seedJobs(inside);
      await seedWaitingFirm(inside);
    }
  });
};
