import { seedCodeKeys } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { beginRollUpsAnew } from '../kit/db/roll-up.ts';
import { seedAccess } from './first/seed-access.ts';
import { seedActTemplates } from './first/seed-act-templates.ts';
import { seedCategories } from './first/seed-categories.ts';
import { recallLots, seedCodes } from './demo/seed-codes.ts';
import { seedAgents } from './demo/seed-agents.ts';
import { seedJobs } from './demo/seed-jobs.ts';
import { seedFund } from './demo/seed-fund.ts';
import { awaitsDemo, markDemo, wantDemo } from '../settings/demo-state.ts';
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
import { seedMedia, type Drawn } from './demo/seed-media.ts';
import { seedOps } from './demo/seed-ops.ts';
import { seedQueries } from './demo/seed-queries.ts';
import { seedScanFacts } from './demo/campaign/seed-scan-facts.ts';
import { placeShippedScans } from './demo/place-shipped-scans.ts';
import { seedPolice } from './demo/seed-police.ts';
import { seedRemits } from './demo/seed-remits.ts';
import { seedRegions } from './first/seed-regions.ts';
import { seedRegistration } from './demo/seed-registration.ts';
import { seedSettings } from './first/seed-settings.ts';
import { seedShops } from './demo/seed-shops.ts';
import { seedTemplates } from './demo/seed-templates.ts';
import { seedTrace, seedWaitingFirm } from './demo/seed-trace.ts';
import { regionTree } from '../settings/region-names.ts';
import { forgetScanDays } from '../stats/scan-days.ts';

/** Rows the product cannot live without; call it inside `setUpAlone`. */
export const seedFirst = async (parts: SeedParts): Promise<void> => {
  await parts.db.transaction().execute(seedRegions);
  // Remembered from here on: what follows asks for them at every place.
  await regionTree(parts.db);
  await parts.db.transaction().execute(async (transaction) => {
    const inside = { ...parts, db: transaction as Db };
    await seedAccess(inside);
    await seedSettings(inside);
    await seedCategories(inside);
    await seedActTemplates(inside.db);
    await seedCodeKeys(inside.db, inside.config.masterKey);
    await seedFlowTypes(inside.db);
    await wantDemo(inside.db, inside.config.demo);
  });
};

/** What the library lacks and, where it is wanted and was never there, the whole demonstration; call it inside a transaction. Answers whether it laid that out. */
export const seedDemo = async (parts: SeedParts, drawn: Drawn): Promise<boolean> => {
  await seedMedia(parts, drawn);
  if (!(await awaitsDemo(parts.db))) return false;
  await markDemo(parts.db);
  await seedTrace(parts);
  await seedFlows(parts.db);
  await seedAgents(parts);
  await seedShops(parts.db);
  await seedTemplates(parts.db);
  await seedCodes(parts);
  await seedOps(parts);
  // A lot that is recalled takes nothing new: what was done with its codes before was done.
  await recallLots(parts.db);
  await seedMovement(parts);
  // Who had the goods says where they were asked about, and all that follows from that comes after.
  await seedScanFacts(parts.db);
  await placeShippedScans(parts.db);
  await seedExtCodes(parts);
  await seedInspectors(parts);
  await seedQueries(parts);
  await seedRegistration(parts);
  await seedCampaigns(parts.db);
  await seedFund(parts, async (pools) => [
    ...(await seedActivities(parts, pools)),
    ...(await seedRedSends(parts.db, pools)),
  ]);
  await seedVerifications(parts);
  await seedRedemptions(parts);
  await seedRedPackets(parts);
  await seedScanFacts(parts.db);
  await seedRisk(parts.db);
  await seedPolice(parts);
  await seedRemits(parts);
  await seedMessages(parts.db);
  await seedJobs(parts);
  await seedWaitingFirm(parts);
  // Rounds that ran meanwhile have passed the times of its scans; what they counted were codes that nobody knows.
  await forgetScanDays(parts.db);
  await beginRollUpsAnew(parts.db);
  return true;
};
