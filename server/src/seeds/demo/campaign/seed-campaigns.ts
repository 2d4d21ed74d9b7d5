import { MouldDraft } from '@zhuiyuan/contract/codes/label/mould';
import { RedTypeDraft } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { RangeMode, ScopeDraft } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { PrizeDraft } from '@zhuiyuan/contract/campaign/prize/prize-draft';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { insertPrize } from '../../../campaign/prize/prize-writes.ts';
import { insertRedType } from '../../../campaign/red-type/red-type-writes.ts';
import { insertScope } from '../../../campaign/scope/scope-writes.ts';
import { runsOfLot } from '../../../codes/state/pieces.ts';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import { demoRedTypes } from './demo-red-types.ts';
import { demoScopes, type DemoScope } from './demo-scopes.ts';
import { demoPrizes } from './demo-prizes.ts';
import { demoMoulds } from './demo-moulds.ts';
import { seedConsumerConfig } from './seed-consumer-config.ts';
import { insertMould, makeDefault } from '../../../codes/label/mould-writes.ts';

const preparedDaysAgo = 62;

/** What campaigns are made of, for each firm of the demonstration. */
export const seedCampaigns = async (db: Db): Promise<void> => {
  const firms = await live(db, 'firm').select('id').orderBy('id').execute();
  for (const [at, { id: firmId }] of firms.slice(0, demoPrizes.length).entries()) {
    const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    const whose = { firmId, operatorId: staff.id };
    await seedPrizes(db, whose, demoPrizes[at]!);
    await seedScopes(db, whose, demoScopes[at]!);
    await seedRedTypes(db, whose);
    await seedMoulds(db, whose);
    await seedConsumerConfig(db, whose, at);
  }
};

/** The time of the place-th thing of its kind that a firm prepared. */
const timeAt = (place: number): string =>
  `${addDays(shanghaiToday(), -preparedDaysAgo + place)} 10:${String(12 + place * 7).padStart(2, '0')}:00`;

interface Whose {
  firmId: number;
  operatorId: number;
}

const seedPrizes = async (db: Db, whose: Whose, prizes: readonly object[]): Promise<void> => {
  for (const [place, prize] of prizes.entries()) {
    const { id } = await insertPrize(db, PrizeDraft.parse(prize), whose);
    const at = timeAt(place);
    await db.updateTable('prize').set({ createdAt: at, updatedAt: at }).where('id', '=', id).execute();
  }
};

/** Most codes of a lot that a scope of the demonstration is limited to. */
const mostCodes = 5000;

/** The first codes of the firm's newest lots that have some. */
const rangesOfLots = async (db: Db, firmId: number, wanted: number) => {
  const lots = await live(db, 'lot').select('id').where('firmId', '=', firmId).orderBy('id', 'desc').execute();
  const ranges = [];
  for (const { id } of lots) {
    const [run] = await runsOfLot(db, { id, firmId });
    if (!run) continue;
    const { seg, from, to } = run;
    ranges.push({ lotId: id, seg, serialFrom: from, serialTo: Math.min(to, from + mostCodes - 1) });
    if (ranges.length === wanted) break;
  }
  return ranges;
};

const seedScopes = async (db: Db, whose: Whose, scopes: readonly DemoScope[]): Promise<void> => {
  for (const [place, { lots, ...scope }] of scopes.entries()) {
    const ranges = lots ? await rangesOfLots(db, whose.firmId, lots) : [];
    const draft = { ...scope, ranges, rangeMode: ranges.length > 0 ? RangeMode.ranges : RangeMode.any };
    const { id } = await insertScope(db, ScopeDraft.parse(draft), whose);
    const at = timeAt(place);
    await db.updateTable('scope').set({ createdAt: at, updatedAt: at }).where('id', '=', id).execute();
  }
};

const seedRedTypes = async (db: Db, whose: Whose): Promise<void> => {
  for (const [place, type] of demoRedTypes.entries()) {
    const { id } = await insertRedType(db, RedTypeDraft.parse(type), whose);
    const at = timeAt(place);
    await db.updateTable('redType').set({ createdAt: at, updatedAt: at }).where('id', '=', id).execute();
  }
};

const seedMoulds = async (db: Db, whose: Whose): Promise<void> => {
  for (const [place, mould] of demoMoulds.entries()) {
    const { id } = await insertMould(db, MouldDraft.parse(mould), whose);
    if (place === 0) await makeDefault(db, id);
    const at = timeAt(place);
    await db.updateTable('mould').set({ createdAt: at, updatedAt: at }).where('id', '=', id).execute();
  }
};
