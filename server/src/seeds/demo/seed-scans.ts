import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Db } from '../../kit/db/database.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';

/** Province, city and its middle. */
export const demoPlaces = [
  ['浙江省', '杭州市', 120.15, 30.28],
  ['四川省', '成都市', 104.07, 30.67],
  ['广东省', '广州市', 113.26, 23.13],
  ['江苏省', '苏州市', 120.62, 31.32],
  ['上海市', '上海市', 121.47, 31.23],
  ['陕西省', '西安市', 108.95, 34.27],
  ['湖北省', '武汉市', 114.31, 30.52],
  ['北京市', '北京市', 116.41, 39.9],
  ['福建省', '厦门市', 118.1, 24.46],
  ['山东省', '青岛市', 120.33, 36.07],
  ['重庆市', '重庆市', 106.55, 29.56],
  ['湖南省', '长沙市', 112.94, 28.23],
  ['河南省', '郑州市', 113.62, 34.75],
  ['广东省', '深圳市', 114.06, 22.55],
  ['贵州省', '贵阳市', 106.71, 26.57],
  ['云南省', '昆明市', 102.73, 25.04],
  ['辽宁省', '沈阳市', 123.43, 41.8],
  ['安徽省', '合肥市', 117.27, 31.86],
  ['江西省', '南昌市', 115.89, 28.68],
  ['广西壮族自治区', '南宁市', 108.37, 22.82],
  ['黑龙江省', '哈尔滨市', 126.63, 45.75],
  ['新疆维吾尔自治区', '乌鲁木齐市', 87.62, 43.82],
] as const;

const phone = 'Mozilla/5.0 (Linux; Android 15; PJF110) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const agents = [
  `${phone} MicroMessenger/8.0.53`,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.53',
  `${phone} MicroMessenger/8.0.53`,
  phone,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 AlipayClient/10.6',
  'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 ArkWeb/4.1',
];

/** A number that looks random and is always the same. */
export const mix = (i: number, seg: number): number => (i * 2_654_435_761 + seg * 40_503) >>> 0;

interface ScanPlan {
  seg: number;
  activated: number;
  scanned: number;
  /** Days ago, between which the codes were asked about. */
  from: number;
  to: number;
  /** Some codes were asked about far too often, as copies are. */
  hasOddities?: boolean;
}

interface Asker {
  mixed: number;
  n: number;
  /** Whose phone asks, by a number. */
  who: number;
  at: Date;
  place: (typeof demoPlaces)[number];
}

/** Of the codes of a product two in five come to those who buy it again and again, some of them more often than others. */
const regulars = 40;
const whoOf = (mixed: number, productId: number): number => {
  if (mixed % 5 >= 2) return mixed;
  const often = ((mixed >>> 6) % 1000) / 1000;
  return mix(1 + Math.floor(often * often * regulars), 90_001 + productId);
};

/** Scans that follow from their number alone, so that every installation tells the same story: busier at weekends and in the evening, one code in seven asked about twice. */
export const seedScans = async (
  db: Db,
  keyring: Keyring,
  { seg, activated, scanned, from, to, hasOddities = false }: ScanPlan,
  lot: { firmId: number; productId: number; lotId: number },
): Promise<void> => {
  const segment = await db
    .selectFrom('segment')
    .where('seg', '=', seg)
    .select(['seg', 'keyV'])
    .executeTakeFirstOrThrow();
  const logs = [];
  const units = [];
  for (let i = 0; i < scanned; i += 1) {
    const serial = 1 + ((i * 7919) % activated);
    const codeText = await keyring.readText(db, segment, serial);
    const mixed = mix(i, seg);
    const times = hasOddities && i % 61 === 5 ? 4 + (i % 5) : i % 7 === 0 ? 2 : 1;
    const askers: Asker[] = [];
    for (let n = 0; n < times; n += 1) {
      const who = n === 0 ? whoOf(mixed, lot.productId) : mixed;
      askers.push({
        mixed,
        n,
        who,
        at: n === 0 ? firstTime(mixed, { from, to, isOdd: times > 2 }) : laterTime(askers[n - 1]!.at, mixed + n),
        place: placeOf(times > 2 ? mixed + n * 7 : who),
      });
    }
    askers.forEach((asker, n) =>
      logs.push({
        firmId: lot.firmId,
        productId: lot.productId,
        lotId: lot.lotId,
        codeText,
        seg,
        serial,
        isCounted: true,
        times: n + 1,
        verdict: n === 0 ? 'FIRST' : n < 5 ? 'REPEAT' : 'OVER',
        ...lineOf(asker),
      }),
    );
    const last = askers.at(-1)!;
    units.push({
      seg,
      serial,
      firmId: lot.firmId,
      firstAt: askers[0]!.at,
      firstCity: askers[0]!.place[1],
      firstDevice: deviceOf(askers[0]!),
      cnt: times,
      lastAt: last.at,
      lastDevice: deviceOf(last),
      lastVerdict: times === 1 ? 'FIRST' : times <= 5 ? 'REPEAT' : 'OVER',
    });
  }
  for (let i = 0; i < 12; i += 1) {
    // Codes that were not activated yet, and texts nobody ever issued: copies and typing errors.
    const mixed = mix(i + 9000, seg);
    const asker = { mixed, n: 9, who: mixed, at: firstTime(mixed, { from, to, isOdd: false }), place: placeOf(mixed) };
    const serial = activated + 1 + i;
    const inactive = { firmId: lot.firmId, codeText: await keyring.readText(db, segment, serial), seg, serial };
    logs.push({
      ...(i % 3 === 0 ? inactive : unknownCode(mixed)),
      verdict: i % 3 === 0 ? 'INACTIVE' : 'INVALID',
      ...lineOf(asker),
    });
  }
  for (let at = 0; at < logs.length; at += 2000)
    await db
      .insertInto('scanLog')
      .values(logs.slice(at, at + 2000))
      .execute();
  await db
    .insertInto('unitScan')
    .values(units)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const unknownCode = (mixed: number) => ({
  firmId: 0,
  codeText: `A${(mixed * 7919)
    .toString(32)
    .toUpperCase()
    .replace(/[01IOVW]/g, '7')
    .padStart(15, 'K')
    .slice(0, 15)}`,
});

const placeOf = (mixed: number) => demoPlaces[mixed % 97 < 40 ? mixed % 3 : mixed % demoPlaces.length]!;
const deviceOf = ({ who, n }: Asker) => who.toString(16).padStart(8, '0').repeat(4).slice(0, 31) + n;

const lineOf = (asker: Asker) => {
  const { mixed, n, who, at, place } = asker;
  const [province, city, lng, lat] = place;
  const isTold = (mixed + n) % 3 !== 0;
  const shift = (by: number) => Math.round((((mixed >>> by) % 200) / 1000 - 0.1) * 1000) / 1000;
  return {
    at,
    device: deviceOf(asker),
    entry: mixed % 2,
    geoSource: isTold ? GeoSource.gps : GeoSource.ip,
    province,
    city,
    lng: isTold ? lng + shift(4) : null,
    lat: isTold ? lat + shift(7) : null,
    ip: `223.104.${who % 200}.${(who >>> 8) % 250}`,
    userAgent: agents[(who + n) % agents.length]!,
  };
};

const latest = (): number => Date.now() - 120_000;

const firstTime = (mixed: number, { from, to, isOdd }: { from: number; to: number; isOdd: boolean }): Date => {
  const daysAgo = isOdd ? to + 2 + (mixed % 12) : to + ((mixed >>> 3) % (from - to));
  const at = new Date(
    Date.now() - daysAgo * 86_400_000 - (mixed % 3) * ((mixed >>> 9) % 6) * 3_600_000 - (mixed % 3_600) * 1000,
  );
  const isWeekday = at.getUTCDay() % 6 !== 0;
  if (isWeekday && mixed % 5 === 0) at.setUTCDate(at.getUTCDate() - at.getUTCDay());
  return at.getTime() < latest() ? at : new Date(latest() - (mixed % 7_200) * 1000);
};

/** Some hours after the one before; near the present as much sooner as there is time left. */
const laterTime = (before: Date, mixed: number): Date => {
  const gap = ((mixed % 9) + 1) * 5_400_000 + (mixed % 3_100) * 1000;
  return new Date(Math.min(before.getTime() + gap, (before.getTime() + latest()) / 2));
};
