import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { sql } from 'kysely';
import { seedRegions } from '../../src/seeds/first/seed-regions.ts';
import { advanceFigures } from '../../src/stats/figures/advance-figures.ts';
import { firmWorld } from './access.ts';
import { makeMembers } from './lottery.ts';
import { makeAgent, makeFirm, makeShop } from './parties.ts';
import { makeGoodsActivity, winGoods } from './redeem.ts';

/**
 * A firm whose figures are known from its rows: scans of the last days in three provinces, draws that won goods, codes that crossed, and
 * another firm beside it with scans of its own. Not `isAdvanced`, more may happen before `advance` puts all of it into the figures.
 */
export const openFigureWorld = async (permissions: string[], { isAdvanced = true } = {}) => {
  const { app, firmId, token } = await firmWorld(permissions);
  await seedRegions(app.db);
  const other = await makeFirm(app);
  const agentId = await makeAgent(app, firmId);
  const shopId = await makeShop(app, firmId, agentId);
  const activity = await makeGoodsActivity(app, firmId);
  const people = await makeMembers(app, firmId, 6);
  const strangers = await makeMembers(app, other, 2);
  const day = (ago: number) => addDays(shanghaiToday(), -ago);
  const places = [
    ['浙江省', '杭州市'],
    ['浙江省', '宁波市'],
    ['四川省', '成都市'],
    ['', ''],
  ] as const;
  let serial = 0;
  const scan = (firm: number, at: string, uid: number | undefined, more: object = {}) => {
    const nth = (serial += 1);
    const [province, city] = places[nth % places.length]!;
    return {
      firmId: firm,
      codeText: `K${nth}`,
      seg: 9_800_001,
      serial: nth,
      verdict: nth % 3 === 0 ? 'REPEAT' : 'FIRST',
      isCounted: true,
      device: `d${nth % 5}`,
      province,
      city,
      productId: activity.productId,
      agentId: firm === firmId ? agentId : null,
      uid: uid ?? null,
      at: sql<string>`${at}::timestamptz`,
      ...more,
    };
  };
  const rows = [
    ...Array.from({ length: 12 }, (_, at) => scan(firmId, `${day(1)} ${10 + (at % 8)}:00:00`, people[at % 4])),
    ...Array.from({ length: 9 }, (_, at) => scan(firmId, `${day(2)} ${9 + at}:30:00`, people[at % 6])),
    ...Array.from({ length: 5 }, (_, at) => scan(firmId, `${day(9)} ${9 + at}:30:00`, people[at % 2])),
    ...Array.from({ length: 4 }, () => scan(firmId, `${day(1)} 08:00:00`, undefined)),
    scan(firmId, `${day(1)} 12:00:00`, people[0], { verdict: 'INACTIVE', isCounted: false }),
    ...Array.from({ length: 3 }, () => scan(other, `${day(1)} 11:00:00`, strangers[0])),
  ];
  for (const row of rows)
    await app.db
      .insertInto('scanLog')
      .values(row as never)
      .execute();
  const wins = await winGoods(app, activity, 5);
  const hit = {
    firmId,
    seg: 9_800_001,
    scanId: 1,
    agentId,
    productId: activity.productId,
    regions: ['330100'],
    province: '510000',
    city: '510100',
  };
  await app.db
    .insertInto('crossHit')
    .values([
      { ...hit, serial: 1, geoSource: GeoSource.gps, at: sql<string>`${`${day(1)} 10:00:00`}::timestamptz` },
      // The same code in a second city, a code that an address alone places, and one that turned out to be none, which was found all the same.
      {
        ...hit,
        serial: 1,
        city: '510300',
        geoSource: GeoSource.gps,
        at: sql<string>`${`${day(0)} 00:00:00`}::timestamptz`,
      },
      { ...hit, serial: 2, geoSource: GeoSource.ip, at: sql<string>`${`${day(1)} 10:00:00`}::timestamptz` },
      {
        ...hit,
        serial: 3,
        geoSource: GeoSource.gps,
        confirmed: HitVerdict.dismissed,
        at: sql<string>`${`${day(1)} 10:00:00`}::timestamptz`,
      },
    ])
    .execute();
  const advance = () => advanceFigures(app.db, 'now');
  if (isAdvanced) await advance();
  return { app, firmId, other, token, agentId, shopId, activity, people, wins, day, advance };
};
