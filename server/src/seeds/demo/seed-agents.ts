import { AgentLevel } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { AgentDraft } from '@zhuiyuan/contract/parties/agent/agent-draft';
import { ChannelDraft } from '@zhuiyuan/contract/parties/channel/channel';
import { SalesmanDraft } from '@zhuiyuan/contract/parties/salesman/salesman';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { insertAgent } from '../../parties/agent/agent-writes.ts';
import { insertChannel } from '../../parties/channel/channel-writes.ts';
import { insertSalesman } from '../../parties/salesman/salesman-writes.ts';
import {
  demoChannels,
  demoContacts,
  demoPlaces,
  demoRounds,
  demoSalesmen,
  demoTrades,
  type DemoPlace,
} from './demo-agents.ts';
import type { SeedParts } from '../first/seed-parts.ts';

interface Owner {
  firmId: number;
  operatorId: number;
  /** Place among the firms of the demonstration. */
  at: number;
  channels: number[];
  salesmen: { id: number; regionCode: string }[];
}

/** Channels, salesmen and a tree of agents for each firm of the demonstration, made over the last year. */
export const seedAgents = async ({ db }: Pick<SeedParts, 'db'>): Promise<void> => {
  const firms = await live(db, 'firm').select('id').orderBy('id').execute();
  for (const [at, { id: firmId }] of firms.slice(0, demoTrades.length).entries()) {
    const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    const owner: Owner = { firmId, operatorId: staff.id, at, channels: [], salesmen: [] };
    for (const [place, channel] of demoChannels.entries()) {
      const draft = ChannelDraft.parse({ ...channel, phone: phoneOf(at, 300 + place), sort: place + 1 });
      owner.channels.push((await insertChannel(db, draft, owner)).id);
    }
    for (const [place, round] of demoRounds.entries()) {
      const draft = SalesmanDraft.parse({
        ...round,
        picName: demoSalesmen[at]![place],
        phone: phoneOf(at, 200 + place),
        jobNo: `YW${String(place + 1).padStart(3, '0')}`,
        entryDate: addDays(shanghaiToday(), -400 - place * 53),
      });
      owner.salesmen.push({ id: (await insertSalesman(db, draft, owner)).id, regionCode: round.regionCode });
    }
    await seedBelow(db, owner, demoPlaces, { pid: 0, depth: 0, count: 0 });
    await giveSalesmen(db, owner);
    await spreadOverYear(db, firmId);
  }
};

/** A made-up mobile number, another one for every place and firm. */
const phoneOf = (firmAt: number, at: number): string => `1370${firmAt + 1}8${String(at * 37).padStart(5, '0')}`;

const seedBelow = async (
  db: Db,
  owner: Owner,
  places: readonly DemoPlace[],
  above: { pid: number; depth: number; count: number },
): Promise<number> => {
  let { count } = above;
  const { words, end } = demoTrades[owner.at]!;
  for (const { place, home, regions, below = [] } of places) {
    const salesman = owner.salesmen.find(({ regionCode }) => home.startsWith(regionCode.slice(0, 2)));
    const draft = AgentDraft.parse({
      name: `${place}${words[count % words.length]}${end}`,
      pid: above.pid,
      agentType: above.depth + 1,
      channelId: owner.channels[count % 3],
      salesmanId: salesman?.id ?? owner.salesmen[count % owner.salesmen.length]!.id,
      contact: demoContacts[(count + owner.at * 5) % demoContacts.length],
      phone: phoneOf(owner.at, count),
      regionCode: home,
      address: `${['中山', '人民', '解放', '建设'][count % 4]}路 ${18 + count * 7} 号`,
      regions,
      coopFrom: addDays(shanghaiToday(), -360 + count * 9),
      coopTo: addDays(shanghaiToday(), 370 + count * 9),
      creditLimit: [50_000_000, 20_000_000, 5_000_000][above.depth],
      status: count === 13 ? Enabled.off : Enabled.on,
    });
    const { id } = await insertAgent(db, draft, owner);
    count = await seedBelow(db, owner, below, { pid: id, depth: above.depth + 1, count: count + 1 });
  }
  return count;
};

/** Every salesman belongs to the agent of his province. */
const giveSalesmen = async (db: Db, { firmId, salesmen }: Owner): Promise<void> => {
  for (const { id, regionCode } of salesmen) {
    const agent = await db
      .selectFrom('agent')
      .select('id')
      .where('firmId', '=', firmId)
      .where('level', '=', AgentLevel.second)
      .where('regionCode', 'like', `${regionCode.slice(0, 2)}%`)
      .executeTakeFirst();
    if (agent) await db.updateTable('salesman').set({ agentId: agent.id }).where('id', '=', id).execute();
  }
};

const spreadOverYear = async (db: Db, firmId: number): Promise<void> => {
  for (const table of ['channel', 'salesman', 'agent'] as const) {
    const rows = await db.selectFrom(table).select('id').where('firmId', '=', firmId).orderBy('id').execute();
    for (const [at, { id }] of rows.entries()) {
      const daysAgo = 380 - Math.round((at / Math.max(1, rows.length - 1)) * (table === 'agent' ? 340 : 40));
      const time = `${addDays(shanghaiToday(), -daysAgo)} ${String(9 + (at % 8)).padStart(2, '0')}:20:00`;
      await db.updateTable(table).set({ createdAt: time, updatedAt: time }).where('id', '=', id).execute();
    }
  }
};
