import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import { toFacts, type RawFact, type RawRow, type RawTables } from './raw-facts.ts';

/** Days, both included; `until` is a moment of the last. */
interface RawSpan {
  start: string | null;
  end: string;
  until?: string;
}
/** Rows of axes that figures are of; all of the firm where there are none. */
export type RawPlace = Record<string, number>;

const num = (value: unknown): number => Number(value ?? 0);
/** Rows by what they are of, in their order. */
const grouped = <Row>(rows: readonly Row[], toName: (row: Row) => string): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = toName(row);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
};
const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : part / whole;
const dayOf = (at: string): string => at.slice(0, 10);

/** Figures of a firm counted on its raw rows alone. Facts before `asOf` count. */
export const rawFigures = (raw: RawTables, asOf: string) => {
  const { facts, contacts } = toFacts(raw);
  const factsOf = grouped(
    facts.filter(({ at }) => at < asOf),
    ({ base }) => base,
  );
  const contactsOf = grouped(
    contacts.filter(({ at }) => at < asOf),
    ({ kind }) => kind,
  );
  const earliest = facts.map(({ booked }) => booked).toSorted()[0];
  const isIn = (at: string, { start, end, until }: RawSpan): boolean =>
    (start === null || dayOf(at) >= start) && dayOf(at) <= end && (until === undefined || at < until);
  const isAt = (place: RawPlace): ((of: Record<string, number>) => boolean) => {
    const wanted = Object.entries(place).filter(([axis]) => axis !== 'day' && axis !== 'month');
    return (of) => wanted.every(([axis, id]) => of[axis] === id);
  };
  const isOf = (of: Record<string, number>, place: RawPlace): boolean => isAt(place)(of);
  const among = (base: string, span: RawSpan, place: RawPlace): RawFact[] => {
    const isHere = isAt(place);
    return (factsOf.get(base) ?? []).filter((fact) => isIn(fact.booked, span) && isHere(fact.of));
  };
  const firstDays = new Map<number, string>();
  for (const { kind, uid, at } of contacts)
    if (kind === 'scan' && at < (firstDays.get(uid) ?? '9')) firstDays.set(uid, at);

  return (code: MetricCode, span: RawSpan, place: RawPlace): number | null => {
    const from = span.start ?? dayOf(earliest ?? span.end);
    const days = (Date.parse(span.end) - Date.parse(from)) / 86_400_000 + 1;
    const ever: RawSpan = { start: null, end: span.end };
    const sum = (base: string, when = span, where = place): number =>
      among(base, when, where).reduce((all, { n }) => all + n, 0);
    const isHere = isAt(place);
    const people = (kind: string, when = span): number =>
      new Set((contactsOf.get(kind) ?? []).filter((one) => isIn(one.at, when) && isHere(one.of)).map(({ uid }) => uid))
        .size;
    const fresh = (): number =>
      new Set(
        (contactsOf.get('scan') ?? [])
          .filter(({ at, of, uid }) => isIn(at, span) && isHere(of) && dayOf(at) === dayOf(firstDays.get(uid)!))
          .map(({ uid }) => uid),
      ).size;
    const isLive = (row: RawRow): boolean => row['is_del'] === 0;
    /** Shops or dealers where something happened on a day, once what was taken back is off. */
    const active = (axis: string, bases: readonly string[]): number => {
      const byDay = new Map<string, number>();
      for (const base of bases)
        for (const { of, booked, n } of among(base, span, place)) {
          const key = `${of[axis]} ${dayOf(booked)} ${base}`;
          byDay.set(key, (byDay.get(key) ?? 0) + n);
        }
      return new Set([...byDay].filter(([key, n]) => n > 0 && !key.startsWith('0 ')).map(([key]) => key.split(' ')[0]))
        .size;
    };
    const known = (axis: string, base: string): number =>
      among(base, span, place)
        .filter(({ of }) => of[axis] !== 0)
        .reduce((all, { n }) => all + n, 0);
    /** Goods to dealers that the firm sent, to shops those that came from outside of shops; of one of them all that came. */
    const moved = (column: string, kind: number): number =>
      raw.move_day
        .filter((row) => row['holder_kind'] === kind && isIn(`${String(row['day'])} 00`, { ...span, until: undefined }))
        .filter((row) => {
          const axis = kind === 1 ? 'agent' : 'shop';
          const isWhole = !(axis in place) && (kind === 1 ? row['from_kind'] !== 0 : row['from_kind'] === 2);
          return !isWhole && isOf({ product: num(row['product_id']), [axis]: num(row['holder_id']) }, place);
        })
        .reduce((all, row) => all + num(row[column]), 0);
    const created = (rows: RawRow[], toText: (row: RawRow) => string): number =>
      rows.filter((row) => toText(row) < asOf && isIn(toText(row), span)).length;
    const bornAt = ({ created_at: at }: RawRow): string =>
      new Date(Date.parse(String(at)) + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 23);
    const ofTiers = (value: (row: RawRow) => number): number =>
      raw.tier
        .filter(
          (row) => row['prize_id'] !== null && isOf({ activity: num(row['activity_id']), tier: num(row['id']) }, place),
        )
        .reduce((all, row) => all + value(row), 0);
    const budget = (names: readonly string[]): number =>
      raw.activity_budget
        .filter((row) => isOf({ activity: num(row['activity_id']) }, place))
        .reduce((all, row) => all + names.reduce((of, name) => of + num(row[name]), 0), 0);
    const tier = raw.tier.find((row) => num(row['id']) === place['tier']);
    const real = (): number | null => {
      const { tier: _, ...rest } = place;
      return share(sum('draw'), sum('draw', span, { ...rest, activity: num(tier?.['activity_id']) }));
    };
    const weight = num(tier?.['weight']) / 1_000_000;
    const bound = (): number =>
      raw.agent.filter(
        (row) => isLive(row) && row['salesman_id'] !== null && isOf({ salesman: num(row['salesman_id']) }, place),
      ).length;
    const balance = (): number => raw.member.reduce((all, row) => all + num(row['points']), 0);
    const holders = (): number => raw.member.filter((row) => num(row['points']) > 0).length;
    const passed = (): number => sum('passed') + sum('finished');
    const scanned = ['pv', 'ver', 'unpack'];

    const told: Partial<Record<MetricCode, () => number | null>> = {
      scanPv: () => sum('pv'),
      scanUv: () => people('scan'),
      scanAnon: () => sum('anon'),
      scanFirst: () => sum('first'),
      scanAgain: () => sum('pv') - sum('first'),
      againRate: () => share(sum('pv') - sum('first'), sum('pv')),
      scanInvalid: () => sum('invalid'),
      scanDaily: () => sum('pv') / days,
      perUser: () => share(sum('knownFirst'), people('scan')),
      codesActive: () => sum('activated', ever),
      scanRate: () => share(sum('firstItems', ever), sum('activated', ever)),
      partCnt: () => sum('part'),
      partUv: () => people('part'),
      partRate: () => share(people('part'), people('scan')),
      drawCnt: () => sum('draw'),
      drawUv: () => people('draw'),
      winCnt: () => sum('win'),
      winUv: () => people('win'),
      winRate: () => share(sum('win'), sum('draw')),
      winAmount: () => sum('winAmount'),
      paidAmount: () => sum('paid'),
      drawPerUser: () => share(sum('draw'), people('draw')),
      drawPoints: () => sum('drawPoints'),
      shareCnt: () => sum('share'),
      shareNew: () => sum('shareNew'),
      claimCnt: () => sum('claim'),
      claimRate: () => share(sum('claim'), sum('win')),
      closeCnt: () => sum('close'),
      verCnt: () => sum('ver'),
      verAmount: () => sum('verAmount'),
      verRate: () => share(sum('wonVer'), sum('physWin')),
      costAmount: () => sum('cost'),
      blockCnt: () => sum('block'),
      freshUv: fresh,
      oldUv: () => people('scan') - fresh(),
      allUv: () => people('scan', ever),
      costPerUser: () => {
        const each = share(sum('paid') + sum('cost'), fresh());
        return each === null ? null : Math.round(each);
      },
      shopsAll: () => raw.shop.filter(isLive).length,
      shopsNew: () => created(raw.shop.filter(isLive), bornAt),
      shopsActive: () => active('shop', scanned),
      shopScan: () => known('shop', 'pv'),
      scanPerShop: () => share(known('shop', 'pv'), active('shop', scanned)),
      shopSign: () => moved('sign_qty', 2),
      shopSellRate: () => share(known('shop', 'first'), moved('sign_qty', 2)),
      unpackCnt: () => sum('unpack'),
      unpackAmount: () => sum('unpackAmount'),
      unpackShops: () => active('shop', ['unpack']),
      unpackPerShop: () => share(sum('unpack'), active('shop', ['unpack'])),
      agentsAll: () => raw.agent.filter(isLive).length,
      agentsActive: () => active('agent', scanned),
      agentShip: () => moved('ship_qty', 1),
      agentSign: () => moved('sign_qty', 1),
      agentSellRate: () => share(known('agent', 'first'), moved('ship_qty', 1)),
      crossCode: () => sum('crossCode'),
      crossRate: () => share(sum('crossCode'), sum('located')),
      crossAgents: () => new Set(among('hit', span, place).map(({ of }) => of['agent'])).size,
      crossCities: () => new Set(among('hit', span, place).map(({ of }) => of['city'])).size,
      crossConfirmed: () => sum('confirmed'),
      actsRunning: () => raw.activity.filter((row) => isLive(row) && row['status'] === 2).length,
      budgetRate: () => share(budget(['reserved', 'paid']), budget(['budget'])),
      stockTotal: () => ofTiers((row) => num(row['stock_total'])),
      stockIssued: () => ofTiers((row) => num(row['stock_total']) - num(row['remain'])),
      stockRemain: () => ofTiers((row) => num(row['remain'])),
      setRate: () => (tier ? weight : null),
      realRate: real,
      rateGap: () => {
        const rate = real();
        return rate === null ? null : rate - weight;
      },
      cashRate: () => share(sum('winAmount'), sum('winAmount') + sum('cost')),
      pointIssue: () => sum('pointIn'),
      pointUsed: () => sum('pointOut'),
      pointExpire: () => sum('pointExpire'),
      pointNet: () => sum('pointIn') - sum('pointOut') - sum('pointExpire'),
      pointClosing: () => sum('pointIn', ever) - sum('pointOut', ever) - sum('pointExpire', ever),
      pointBalance: balance,
      pointHolders: holders,
      pointPerHolder: () => share(balance(), holders()),
      exchCnt: () => sum('exch'),
      exchCost: () => sum('exchCost'),
      exchWaiting: () => sum('waiting'),
      exchToShip: () => sum('toShip'),
      exchFinished: () => sum('finished'),
      exchRejected: () => sum('rejected'),
      exchClosed: () => sum('closed'),
      exchPassRate: () => share(passed(), passed() + sum('rejected')),
      exchFinishRate: () => share(sum('finished'), sum('exch')),
      salesmen: () => raw.salesman.filter(isLive).length,
      boundAgents: bound,
      agentsPerSalesman: () => share(bound(), raw.salesman.filter(isLive).length),
      salesmanFirst: () => known('salesman', 'first'),
      members: () => raw.member.length,
      membersNew: () => created(raw.member, bornAt),
      memberRate: () => share(people('scan'), raw.member.length),
    };
    const count = told[code];
    if (!count) throw new Error(`no raw figure ${code}`);
    return count();
  };
};

/** The days of a row of a table or a chart: a day (20261121) or a month (202611) within what is asked. */
export const daysOf = (number: number, { start, end }: RawSpan): RawSpan => {
  const digits = String(number);
  const first = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6) || '01'}`;
  if (digits.length === 8) return { start: first, end: first };
  const next = addDays(`${first.slice(0, 8)}28`, 4).slice(0, 8);
  const last = addDays(`${next}01`, -1);
  return { start: start !== null && start > first ? start : first, end: last < end ? last : end };
};
