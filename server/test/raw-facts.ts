import { sql } from 'kysely';
import type { Db } from '../src/kit/db/database.ts';

/** A raw row as it stands in its table; moments as `yyyy-MM-dd HH:mm:ss.SSS` in Shanghai. */
export type RawRow = Record<string, string | number | boolean | null | Record<string, unknown>>;
/** Something that counts: by itself at `at`, on the day of `booked`. */
export interface RawFact {
  base: string;
  at: string;
  booked: string;
  n: number;
  of: Record<string, number>;
}
/** Somebody who did something. */
export interface RawContact {
  kind: string;
  uid: number;
  at: string;
  of: Record<string, number>;
}

const tables = [
  'scan_log',
  'part_log',
  'draw',
  'claim',
  'prize_ver',
  'red_info',
  'payout',
  'point_log',
  'redemption',
  'code_op',
  'cross_hit',
  'move_day',
  'tier',
  'activity',
  'share',
  'activity_budget',
  'member',
  'agent',
  'shop',
  'salesman',
  'segment',
] as const;
export type RawTables = Record<(typeof tables)[number] | 'city', RawRow[]>;

/** Every row of a firm of the tables that statistics tell of. */
export const readRaw = async (db: Db, firmId: number): Promise<RawTables> => {
  const found: Partial<RawTables> = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t where firm_id = ${firmId}`.execute(db);
    found[table] = rows.map(({ row }) => JSON.parse(row) as RawRow);
  }
  const { rows } = await sql<{ row: string }>`select to_jsonb(city)::text as row from city where level < 2`.execute(db);
  found.city = rows.map(({ row }) => JSON.parse(row) as RawRow);
  return found as RawTables;
};

/** A moment of a raw row in Shanghai. */
export const inShanghai = (at: unknown): string =>
  new Date(Date.parse(String(at)) + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 23);

const num = (value: unknown): number => Number(value ?? 0);
const byId = (rows: RawRow[], id: unknown, key = 'id'): RawRow | undefined => rows.find((row) => row[key] === id);

/** What raw rows say, one by one: the words of the dictionary of figures, told in the plainest way. */
export const toFacts = (raw: RawTables) => {
  const facts: RawFact[] = [];
  const contacts: RawContact[] = [];
  const add = (base: string, n: number, of: Record<string, number>, at: unknown, booked: unknown = at): void => {
    if (at === null || at === undefined) return;
    const on = inShanghai(booked);
    const weekDay = (new Date(`${on.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
    const hour = Number(on.slice(11, 13));
    facts.push({ base, n, at: inShanghai(at), booked: on, of: { ...of, hour, weekHour: weekDay * 24 + hour } });
  };
  const met = (kind: string, uid: unknown, of: Record<string, number>, at: unknown): void => {
    if (uid !== null && at !== null) contacts.push({ kind, uid: Number(uid), at: inShanghai(at), of });
  };
  const municipal = new Set(
    raw.city.filter((row) => row['level'] === 0 && String(row['name']).endsWith('市')).map(({ id }) => id),
  );
  /** The city of a code, which stands for a province alone where no city is known. */
  const cityOf = (code: unknown): number => (num(code) % 10_000 !== 0 || municipal.has(num(code)) ? num(code) : 0);

  /** The way a game is played, 0 of what is no game. */
  const gameOf = (activityId: unknown) => {
    const game = raw.activity.find((row) => row['id'] === activityId && row['act_scene'] === 1);
    return { scene: game ? 1 : 0, mode: num(game?.['play_mode']) };
  };

  for (const row of raw.scan_log) {
    const province = raw.city.find((one) => one['level'] === 0 && one['name'] === row['province']);
    const city = raw.city.find(
      (one) => one['level'] === 1 && one['pid'] === province?.['id'] && one['name'] === row['city'],
    );
    const days = row['ship_days'];
    const level = num(byId(raw.segment, row['seg'], 'seg')?.['level']);
    const of = {
      activity: num(row['activity_id']),
      product: num(row['product_id']),
      lot: num(row['lot_id']),
      province: num(province?.['id']),
      city: num(city?.['id'] ?? (row['city'] === row['province'] ? province?.['id'] : 0)),
      agent: num(row['agent_id']),
      shop: num(row['shop_id']),
      salesman: num(row['salesman_id']),
      channel: num(row['channel_id']),
      level,
      entry: num(row['entry']),
      age: days === null ? 0 : num(days) <= 7 ? 1 : num(days) <= 30 ? 2 : num(days) <= 90 ? 3 : 4,
    };
    const at = row['at'];
    if (!row['is_counted']) {
      if (['VOID', 'INACTIVE', 'FROZEN', 'PIN_WRONG'].includes(String(row['verdict']))) add('invalid', 1, of, at);
      continue;
    }
    add('pv', 1, of, at);
    if (row['uid'] === null) add('anon', 1, of, at);
    met('scan', row['uid'], of, at);
    if (row['verdict'] !== 'FIRST') continue;
    add('first', 1, of, at);
    if (row['uid'] !== null) add('knownFirst', 1, of, at);
    if (level === 0) add('firstItems', 1, of, at);
    if (row['geo_source'] === 1 && row['agent_id'] !== null) add('located', 1, of, at);
  }

  for (const row of raw.part_log) {
    const of = {
      activity: num(row['activity_id']),
      ...gameOf(row['activity_id']),
      product: num(row['product_id']),
      province: num(row['province']),
      city: cityOf(row['city']),
      agent: num(row['agent_id']),
      shop: num(row['shop_id']),
    };
    if (row['ticket_id'] !== null) {
      add('part', 1, of, row['at']);
      met('part', row['uid'], of, row['at']);
    } else if (row['reason_code'] === 62231 || row['reason_code'] === 62232) add('block', 1, of, row['at']);
  }

  const ofDraw = (row: RawRow) => ({
    activity: num(row['activity_id']),
    ...gameOf(row['activity_id']),
    product: num(row['product_id']),
    lot: num(row['lot_id']),
    province: num(row['province']),
    city: cityOf(row['city']),
    agent: num(row['agent_id']),
    shop: num(row['shop_id']),
    channel: num(row['channel_id']),
    tier: num(row['tier_id']),
    level: num(row['code_level']),
  });
  const drawOf = (id: unknown): RawRow => byId(raw.draw, id)!;
  for (const row of raw.draw) {
    const [of, at] = [ofDraw(row), row['drawn_at']];
    const isOpening = row['audience'] === 1;
    add('draw', 1, of, at);
    add('drawPoints', num(row['points_cost']), of, at);
    if (!isOpening) met('draw', row['uid'], of, at);
    if (isOpening) add('unpack', 1, of, at);
    if (isOpening) add('unpackAmount', num(row['amount']), of, at);
    if (row['prize_type'] === 3) continue;
    add('win', 1, of, at);
    if (!isOpening) met('win', row['uid'], of, at);
    if (row['prize_type'] === 1) add('winAmount', num(row['amount']), of, at);
    if (row['prize_type'] === 2) add('physWin', 1, of, at);
  }

  // Of a prize that a counter gave, the counter tells.
  for (const row of raw.claim) {
    const draw = drawOf(row['draw_id']);
    const isHanded = raw.prize_ver.some((ver) => ver['draw_id'] === row['draw_id'] && ver['reversed_at'] === null);
    if (row['status'] === 1 && !isHanded) add('claim', 1, ofDraw(draw), row['claimed_at'], draw['drawn_at']);
    if (row['status'] === 2) add('close', 1, ofDraw(draw), row['closed_at'], draw['drawn_at']);
  }
  for (const row of raw.prize_ver) {
    const draw = drawOf(row['draw_id']);
    const cost = num(byId(raw.tier, row['tier_id'])?.['cost_price']);
    const there = {
      ...ofDraw(draw),
      agent: num(row['agent_id']),
      shop: num(row['shop_id']),
      salesman: num(row['salesman_id']),
    };
    for (const [at, sign] of [
      [row['ver_at'], 1],
      [row['reversed_at'], -1],
    ] as const) {
      add('claim', sign, ofDraw(draw), at, draw['drawn_at']);
      add('wonVer', sign, ofDraw(draw), at, draw['drawn_at']);
      add('ver', sign, there, at, row['ver_at']);
      add('verAmount', sign * num(row['deduct_amount']), there, at, row['ver_at']);
      add('cost', sign * cost, there, at, row['ver_at']);
    }
  }
  for (const row of raw.red_info)
    add(
      'paid',
      num(row['amount']),
      { ...ofDraw(drawOf(row['source_id'])), activity: num(row['activity_id']), ...gameOf(row['activity_id']) },
      row['received_at'],
    );
  for (const row of raw.redemption) {
    const of = ofDraw(drawOf(row['draw_id']));
    const cost = num(byId(raw.tier, row['tier_id'])?.['cost_price']);
    add('exch', 1, of, row['created_at']);
    const name = ['waiting', 'closed', 'passed', 'rejected', 'finished'][num(row['status'])]!;
    add(name, 1, of, row['created_at']);
    if (name === 'passed' && row['shipped_at'] === null) add('toShip', 1, of, row['created_at']);
    add('exchCost', cost, of, row['shipped_at']);
    add('cost', cost, of, row['shipped_at']);
  }

  for (const row of raw.share) {
    const of = { activity: num(row['activity_id']), ...gameOf(row['activity_id']), depth: num(row['depth']) };
    add('share', 1, of, row['at']);
    if (row['is_new']) add('shareNew', 1, of, row['at']);
  }

  const sources = ['order', 'sign', 'system', 'scan', 'draw', 'share', 'redeem', 'expire'];
  for (const row of raw.point_log) {
    const delta = num(row['delta']);
    const base = delta > 0 ? 'pointIn' : row['source'] === 'expire' ? 'pointExpire' : 'pointOut';
    add(base, Math.abs(delta), { pointSource: sources.indexOf(String(row['source'])) + 1 }, row['created_at']);
  }
  for (const row of raw.code_op) {
    if (row['status'] !== 2) continue;
    const [at, ok] = [row['finished_at'], num(row['ok_cnt'])];
    const params = row['params'] as Record<string, unknown>;
    if (row['op_type'] === 1)
      add('activated', ok, { product: num(params['productId']), lot: num(params['lotId']) }, at);
    if (row['op_type'] !== 16) continue;
    const undone = byId(raw.code_op, params['undo'])!;
    const bound = undone['params'] as Record<string, unknown>;
    add('activated', -ok, { product: num(bound['productId']), lot: num(bound['lotId']) }, at, undone['finished_at']);
  }

  const counted = new Set<string>();
  const judged = raw.cross_hit.toSorted(
    (a, b) => Date.parse(String(a['judged_at'])) - Date.parse(String(b['judged_at'])) || num(a['id']) - num(b['id']),
  );
  for (const row of judged) {
    const of = {
      agent: num(row['agent_id']),
      shop: num(row['shop_id']),
      product: num(row['product_id']),
      province: num(row['province']),
      city: num(row['city']),
    };
    if (row['confirmed'] === 1) add('confirmed', 1, of, row['at']);
    if (row['geo_source'] !== 1) continue;
    add('hit', 1, of, row['at']);
    const code = `${num(row['seg'])} ${num(row['serial'])}`;
    if (!counted.has(code)) add('crossCode', 1, of, row['judged_at'], row['at']);
    counted.add(code);
  }
  return { facts, contacts };
};
