import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Review } from '@zhuiyuan/contract/kit/review';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { noteLinks } from '../../parties/shop/note-links.ts';
import { demoPeople, demoPromoters, demoShopKinds, demoShopWords, demoStreets } from './demo-shops.ts';
import { demoPictures } from './pictures.ts';

const shopsPerFirm = 120;
/** The newest shops wait for review. */
const waiting = 4;
const days = 350;

interface Party {
  id: number;
  createdAt: string;
  regionCode: string;
  channelId?: number | null;
}

interface Parties {
  firmId: number;
  operatorId: number;
  agents: Party[];
  salesmen: Party[];
  channels: Party[];
}

/** Shops under the demo's agents with a year of links, and promoters; only where there are agents and no shop yet. */
export const seedShops = async (db: Db): Promise<void> => {
  if (await db.selectFrom('shop').select('id').limit(1).executeTakeFirst()) return;
  const firms = await live(db, 'firm').select('id').orderBy('id').execute();
  for (const [at, { id: firmId }] of firms.entries()) {
    const parties = await partiesOf(db, firmId);
    if (parties.agents.length === 0) continue;
    const shopIds = await insertShops(db, parties, at);
    await insertLinks(db, parties, shopIds);
    await insertPromoters(db, parties, at, shopIds);
  }
};

const partiesOf = async (db: Db, firmId: number): Promise<Parties> => {
  const whose = { firmId, status: Enabled.on };
  const agents = await live(db, 'agent')
    .select(['id', 'createdAt', 'regionCode', 'channelId'])
    .where((row) => row.and(whose))
    .orderBy('id')
    .execute();
  const salesmen = await live(db, 'salesman')
    .select(['id', 'createdAt', 'regionCode'])
    .where((row) => row.and(whose))
    .orderBy('id')
    .execute();
  const channels = await live(db, 'channel')
    .select(['id', 'createdAt'])
    .where((row) => row.and(whose))
    .orderBy('id')
    .execute();
  const admin = await db
    .selectFrom('admin')
    .select('id')
    .where('firmId', 'in', [firmId, 0])
    .orderBy('firmId', 'desc')
    .executeTakeFirst();
  return {
    firmId,
    operatorId: admin?.id ?? 0,
    agents,
    salesmen,
    channels: channels.map((channel) => ({ ...channel, regionCode: '' })),
  };
};

/** Mixes a number, so that everything follows from a shop's place alone. */
const mix = (at: number): number => (Math.imul(at + 7, 2_654_435_761) >>> 0) % 1_000_003;
const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;
const agentOf = ({ agents }: Parties, at: number): Party => pick(agents, mix(at) % 5 === 0 ? at : at * 3 + 1);

const openedDaysAgo = (at: number): number =>
  Math.max(2, days - Math.floor((at * days) / shopsPerFirm) - (mix(at) % 3));
const openedAt = (at: number): string =>
  `${addDays(shanghaiToday(), -openedDaysAgo(at))} ${String(9 + (mix(at) % 9)).padStart(2, '0')}:${String(mix(at) % 60).padStart(2, '0')}:00`;

interface District {
  code: string;
  name: string;
}

/** Districts by the first two and the first four digits of their codes: a shop stands in its agent's city or province. */
const districtsOf = async (db: Db): Promise<Map<string, District[]>> => {
  const rows = await db
    .selectFrom('city')
    .select(['id', 'name'])
    .where('isShow', '=', true)
    .where(sql<boolean>`id % 100 <> 0 and name ~ '^[^辖]{2,3}[区县市]$'`)
    .orderBy('id')
    .execute();
  const districts = new Map<string, District[]>();
  for (const { id, name } of rows)
    for (const digits of [2, 4]) {
      const place = String(id).slice(0, digits);
      districts.set(place, [...(districts.get(place) ?? []), { code: String(id), name }]);
    }
  return districts;
};

const auditOf = (at: number): number => {
  if (at >= shopsPerFirm - waiting) return Review.waiting;
  if (at % 41 === 17) return Review.rejected;
  return at % 59 === 23 ? Review.unsent : Review.passed;
};

const insertShops = async (db: Db, parties: Parties, firmAt: number): Promise<number[]> => {
  const districts = await districtsOf(db);
  const kinds = demoShopKinds[firmAt % demoShopKinds.length]!;
  const used = new Set<string>();
  const doors = ['门店-杭州西湖旗舰店', '门店-成都锦和', '门店-西安长乐'];
  const rows = Array.from({ length: shopsPerFirm }, (_, at) => {
    const mixed = mix(at + firmAt * 1000);
    const home = agentOf(parties, at).regionCode;
    const near = districts.get(home.slice(0, 4)) ?? districts.get(home.slice(0, 2));
    const district = pick(near ?? [{ code: '330106', name: '西湖区' }], mixed);
    const [shopType, suffix] = pick(kinds, at * 3 + (at >> 3));
    const street = pick(demoStreets, mixed >>> 5);
    let name = `${district.name.replace(/[区县市]$/, '')}${pick(demoShopWords, at * 5 + firmAt)}${suffix}`;
    if (used.has(name)) name = `${name}（${street}店）`;
    used.add(name);
    const audit = auditOf(at);
    const createdAt = openedAt(at);
    const isReviewed = audit === Review.passed || audit === Review.rejected;
    return {
      firmId: parties.firmId,
      name,
      shopNo: `S${String(at + 1).padStart(8, '0')}`,
      shopType,
      grade: at % 7 === 6 ? null : (pick(['B', 'A', 'C', 'B', 'D', 'C'] as const, mixed >>> 2) as string),
      contact: pick(demoPeople, at + firmAt * 3),
      phone: `1380${firmAt + 1}${String(10_001 + at * 37).padStart(6, '0')}`,
      regionCode: district.code,
      address: `${street} ${1 + (mixed % 398)} 号`,
      doorImage: at % 6 === 0 ? (demoPictures[pick(doors, at / 6)] ?? '') : '',
      audit,
      auditBy: isReviewed ? parties.operatorId : null,
      auditAt: isReviewed ? sql<string>`${createdAt}::timestamptz + interval '26 hours'` : null,
      auditRemark: audit === Review.rejected ? '门头照片不清晰，请重新上传' : '',
      status: at % 37 === 29 ? Enabled.off : Enabled.on,
      createdBy: parties.operatorId,
      createdAt,
      submittedAt: createdAt,
      updatedAt: createdAt,
    };
  });
  const made = await db.insertInto('shop').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
};

/** A shop's links of one kind: every third shop changed its agent or salesman once, some agents' shops twice. */
const linksOf = (parties: Parties, shopId: number, at: number) => {
  const opened = openedDaysAgo(at);
  const day = (share: number): string => `${addDays(shanghaiToday(), -Math.floor(opened * share))} 10:30:00`;
  const row = (kind: number, targetId: number, bindAt: string, unbindAt: string | null, reason: string) => ({
    firmId: parties.firmId,
    shopId,
    kind,
    targetId,
    bindAt,
    unbindAt,
    reason,
    createdBy: parties.operatorId,
    endedBy: unbindAt ? parties.operatorId : null,
    createdAt: bindAt,
  });
  const chain = (kind: number, targets: number[], reasons: string[]) =>
    targets
      .filter((target, place) => target !== targets[place + 1])
      .toReversed()
      .map((target, place, all) => {
        const share = (part: number) => part / all.length;
        return row(
          kind,
          target,
          place === 0 ? openedAt(at) : day(1 - share(place)),
          place === all.length - 1 ? null : day(1 - share(place + 1)),
          place === 0 ? '新增门店' : pick(reasons, at + place),
        );
      });
  const { agents, salesmen, channels } = parties;
  const agent = agentOf(parties, at);
  const agentTargets = [agent.id];
  if (at % 3 === 1) agentTargets.push(pick(agents, at + 2).id);
  if (at % 12 === 4) agentTargets.push(pick(agents, at + 5).id);
  const changed = ['区域重新划分', '原经销商退出', '按配送距离调整', '渠道整合'];
  const moved = ['业务员调岗', '片区调整', '业务员移交'];
  const links = chain(ShopLinkKind.agent, agentTargets, changed);
  if (salesmen.length > 0 && at % 8 !== 7)
    links.push(
      ...chain(
        ShopLinkKind.salesman,
        [pick(salesmen, at).id, ...(at % 4 === 2 ? [pick(salesmen, at + 1).id] : [])],
        moved,
      ),
    );
  if (channels.length > 0 && at % 5 !== 4)
    links.push(...chain(ShopLinkKind.channel, [agent.channelId ?? pick(channels, at >> 1).id], []));
  return links;
};

const insertLinks = async (db: Db, parties: Parties, shopIds: number[]): Promise<void> => {
  const links = shopIds.flatMap((shopId, at) => linksOf(parties, shopId, at));
  const inOrder = links.toSorted((a, b) => a.bindAt.localeCompare(b.bindAt));
  const made = await db.insertInto('shopAss').values(inOrder).returning('id').execute();
  await noteLinks(
    db,
    made.map(({ id }) => id),
  );
};

const insertPromoters = async (db: Db, parties: Parties, firmAt: number, shopIds: number[]): Promise<void> => {
  const ids: number[] = [];
  for (const [at, [name, rateBp, above]] of demoPromoters.entries()) {
    const { id } = await db
      .insertInto('spread')
      .values({
        firmId: parties.firmId,
        name,
        phone: `1370${firmAt + 1}${String(20_003 + at * 41).padStart(6, '0')}`,
        spreadNo: sql<string>`'T' || lpad(nextval('spread_no_seq')::text, 8, '0')`,
        pid: above === null ? null : ids[above]!,
        agentId: pick(parties.agents, at * 2).id,
        shopId: at % 3 === 2 ? null : shopIds[at * 9]!,
        rateBp,
        status: at === 8 ? Enabled.off : Enabled.on,
        createdBy: parties.operatorId,
        createdAt: `${addDays(shanghaiToday(), -300 + at * 28)} 11:15:00`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
};
