import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { answerDraw } from '../server/src/campaign/draw/answer-draw.ts';
import { drawOnce } from '../server/src/campaign/draw/draw-once.ts';
import { lookBefore } from '../server/src/campaign/draw/look-before.ts';
import { signTicket, type Ticket } from '../server/src/campaign/ticket/ticket.ts';
import { openSeed } from '../server/src/campaign/fair/epochs.ts';
import type { Weight } from '../server/src/campaign/fair/numbers.ts';
import { readUnit } from '../server/src/codes/state/read-unit.ts';
import { insertDefaultRules } from '../server/src/risk/default-rules.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { hashToken } from '../server/src/kit/http/session.ts';
import { makeActivity, ticketOf, type MadeActivity } from '../server/test/factories/lottery.ts';
import { inPgbench, recorded, scriptOf } from './bare-draw.ts';
import { issue } from './issued-codes.ts';
import { openWorld, percentile } from './world.ts';

/**
 * Draws a second over HTTP on one activity with one prize, each with a code and a person of its own and a durable commit, against
 * pgbench running the very statements of a draw over as many connections; turns of both alternate, medians count. Then the p99 at half
 * of that load, what a draw that is refused costs, and a draw by the stock that is left. A number is the seconds of a turn.
 */
const seconds = Number(process.argv[2] ?? 6);
const connections = 32;
const turns = 3;
const people = 150_000;
const codes = 8_000_000;

const world = await openWorld({ role: 'api' });
const database = openDatabase(world.databaseUrl);
const { db } = database;
const config = { masterKey: world.masterKey } as Parameters<typeof makeActivity>[0]['config'];
const agent = new Agent({ keepAlive: true, maxSockets: 500 });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const say = (name: string, value: string, isMet: boolean, aim: string) =>
  console.log(`${name.padEnd(44)} ${value.padStart(22)}  aim ${aim} ${isMet ? 'met' : 'MISSED'}`);

const makeFirm = async () =>
  Number(
    (
      await world.pg.query<{ id: string }>(
        `insert into firm (name, firm_no, credit_code, audit) values ('基准企业', 'FB', '91330000MA00000000', 1) returning id`,
      )
    ).rows[0]!.id,
  );

/** People of a firm who are signed in: the nth one's token is `t<n>`, his number `first + n`. */
const makePeople = async (firmId: number) => {
  await world.pg
    .query(`with made as (insert into account (created_at) select now() from generate_series(1, ${people}) returning id),
    known as (insert into member (firm_id, account_id, agreed_at) select ${firmId}, id, now() from made order by id)
    insert into account_session (token_hash, account_id, expires_at)
    select sha256(convert_to('t' || row_number() over (order by id), 'UTF8')), id, now() + interval '180 days' from made`);
  const { rows } = await world.pg.query<{ id: string; n: string }>(`
    select member.id, row_number() over (order by account_id) as n from member where firm_id = ${firmId} order by account_id`);
  const [head] = rows;
  if (rows.some(({ id }, at) => Number(id) !== Number(head!.id) + at)) throw new Error('people are not in a row');
  return Number(head!.id) - 1;
};

interface Answer {
  code: number;
  ms: number;
}

const draw = (ticket: string, token: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begin = performance.now();
    const headers = { 'content-type': 'application/json', [accountHeader]: token };
    const sent = request(`${world.url}/api${publicDrawApi.draw.path}`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += String(chunk)));
      answer.once('end', () =>
        resolve({ code: Number(/"code":(\d+)/.exec(text)?.[1] ?? 0), ms: performance.now() - begin }),
      );
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ ticket, clientSeed: '0123456789abcdef' }));
  });

// Numbers that are found again among the values of a statement, each of its own kind.
await world.pg.query(`select setval(pg_get_serial_sequence('account', 'id'), 20000000),
  setval(pg_get_serial_sequence('member', 'id'), 50000000), setval('draw_number', 90000000)`);
const firmId = await makeFirm();
await insertDefaultRules(db, { firmId });
const first = await makePeople(firmId);
const { seg, productId } = await issue(world, firmId, codes);
const hot = await makeActivity({ db, config }, { firmId }, [{ stock: 10_000_000, weight: 1_000_000 }]);
await world.pg.query('vacuum analyze');

let nextPerson = 0;
let nextCode = 0;
const ticketFor = (activity: MadeActivity, n: number, serial: number): Ticket =>
  ticketOf(
    activity,
    first + n,
    { seg, serial },
    {
      key: `C${toCodeId(seg, serial)}`,
      facts: { codeLevel: 0, productId, lotId: null, agentId: null, shopId: null, channelId: null, scanId: null },
    },
  );
const sign = (ticket: Ticket): string => signTicket(world.masterKey, ticket).ticket;
/** A draw by somebody who has not drawn, with a code that was not used. */
const fresh = (activity = hot) => {
  nextPerson = (nextPerson % people) + 1;
  return draw(sign(ticketFor(activity, nextPerson, (nextCode += 1))), `t${nextPerson}`);
};

/** So many callers, each asking again as soon as it was answered with this code; answers how many a second, and how long each took. */
const closed = async (one: () => Promise<Answer>, code = 200, forSeconds = seconds) => {
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      const answer = await one();
      if (answer.code !== code) throw new Error(`answered ${answer.code}, not ${code}`);
      times.push(answer.ms);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return { rate: times.length / forSeconds, times: times.toSorted((a, b) => a - b) };
};

/** Asks at a steady pace, whether answers come or not. */
const paced = async (perSecond: number, one: () => Promise<Answer>): Promise<number[]> => {
  const asked: Promise<Answer>[] = [];
  const begin = performance.now();
  while (performance.now() - begin < seconds * 1000) {
    const due = Math.floor(((performance.now() - begin) / 1000) * perSecond);
    while (asked.length < due) asked.push(one());
    await sleep(2);
  }
  const answers = await Promise.all(asked);
  if (answers.some(({ code }) => code !== 200)) throw new Error('a paced draw was refused');
  return answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
};

/** All that a draw asks of the database, as the call does it. */
const statementsOfDraw = async (): Promise<string> => {
  const n = people;
  const serial = codes;
  const ticket = ticketFor(hot, n, serial);
  const known = await db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', 'weightVersion.activityId', 'seedEpoch.activityId')
    .where('seedEpoch.id', '=', hot.epoch.id)
    .select(['seedEpoch.activityId', 'epochNo', 'seedSealed', 'entries'])
    .executeTakeFirstOrThrow();
  const seed = openSeed(world.masterKey, known);
  const entries = known.entries as unknown as Weight[];
  let drawId = 0;
  const sent = await recorded(async () => {
    await lookBefore(db, ticket, hashToken(`t${n}`));
    await readUnit(db, seg, serial);
    const drawn = await drawOnce(db, { ticket, clientSeed: '0123456789abcdef', seed, entries });
    if (!('drawId' in drawn)) throw new Error(drawn.refusal[1]);
    ({ drawId } = drawn);
    await answerDraw(db, drawId, false);
  });
  const claim = await db
    .selectFrom('claim')
    .where('drawId', '=', drawId)
    .select(['claimNo', 'verCode'])
    .executeTakeFirstOrThrow();
  const { remain } = await db
    .selectFrom('tier')
    .where('id', '=', hot.tierIds[0]!)
    .select('remain')
    .executeTakeFirstOrThrow();
  return scriptOf(
    sent,
    [
      [ticket.id, `('00000000-0000-4000-8000-' || lpad(to_hex(:serial::bigint), 12, '0'))::uuid`],
      [ticket.uid, ':uid::bigint'],
      [serial, ':serial::bigint'],
      [ticket.key, `'C' || (${toCodeId(seg, 0)} + :serial::bigint)`],
      [drawId, ':id::bigint'],
      [claim.claimNo, `${`'${claim.claimNo.slice(0, 7)}'`} || :id::bigint`],
      [claim.verCode, `lpad((:id::bigint)::text, 12, 'A')`],
      // The row is locked: what it says is what the draw has read.
      [remain, `(select remain - 1 from tier where id = ${hot.tierIds[0]!})`],
    ],
    [
      '\\set n :n + 1',
      '\\set serial :base + :client_id * 40000 + :n',
      `\\set uid ${first} + 1 + (:client_id * 4000 + :n) % ${people}`,
    ],
  );
};

try {
  const script = await statementsOfDraw();

  await closed(() => fresh(), 200, 2);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push((await closed(() => fresh())).rate);
    const set = { n: 0, base: 3_000_000 + turn * 1_500_000 };
    bare.push(await inPgbench(world.databaseUrl, script, { connections, seconds, set }));
  }
  const best = median(ours);
  const share = best / median(bare);
  console.log(
    `draws ${ours.map((rate) => rate.toFixed(0)).join(', ')}/s; their statements in pgbench ${bare.map((rate) => rate.toFixed(0)).join(', ')}/s`,
  );
  say('draws a second, of pgbench', share.toFixed(2), share >= 0.5, '≥ 0.5');

  const half = await paced(best / 2, () => fresh());
  const p99 = percentile(half, 0.99);
  say(
    `at half of it (${(best / 2).toFixed(0)}/s): p50 ${percentile(half, 0.5).toFixed(1)}, p99`,
    `${p99.toFixed(1)} ms`,
    p99 < 50,
    '< 50 ms',
  );

  // A code that somebody else used; a person who has drawn as often as he may; an activity that is over.
  const limited = await makeActivity({ db, config }, { firmId }, [{ stock: 1000, weight: 1_000_000 }], {
    limitTotal: 1,
  });
  await draw(sign(ticketFor(limited, 1, (nextCode += 1))), 't1');
  const over = await makeActivity({ db, config }, { firmId }, [{ stock: 1000, weight: 1_000_000 }]);
  await world.pg.query(`update activity set end_at = now() - interval '1 second' where id = ${over.id}`);
  const rejects: [string, number, () => Promise<Answer>][] = [
    ['code used', 62_202, () => draw(sign(ticketFor(hot, 2, 1)), 't2')],
    ['limit reached', 62_211, () => draw(sign(ticketFor(limited, 1, (nextCode += 1))), 't1')],
    ['ended', 62_207, () => draw(sign(ticketFor(over, 3, (nextCode += 1))), 't3')],
  ];
  const walOf = async (work: () => Promise<{ rate: number; times: number[] }>) => {
    const at = async () =>
      (await world.pg.query<{ at: string }>('select pg_current_wal_insert_lsn() as at')).rows[0]!.at;
    const from = await at();
    const { rate, times } = await work();
    const { rows } = await world.pg.query<{ bytes: string }>('select pg_wal_lsn_diff($1, $2) as bytes', [
      await at(),
      from,
    ]);
    return { rate, wal: Number(rows[0]!.bytes) / times.length };
  };
  const drawn = await walOf(() => closed(() => fresh()));
  console.log(`a draw writes ${drawn.wal.toFixed(0)} bytes of journal`);
  for (const [name, code, one] of rejects) {
    const refused = await walOf(() => closed(one, code));
    const times = refused.rate / drawn.rate;
    say(
      `${name}: ${refused.rate.toFixed(0)}/s, ${refused.wal.toFixed(0)} bytes`,
      `${times.toFixed(1)}×`,
      times >= 10,
      '≥ 10×',
    );
  }

  const stocks = [1, 100, 10_000, 10_000_000];
  const times = new Map(stocks.map((stock) => [stock, [] as number[]]));
  for (let round = 0; round < 300; round += 1)
    for (const stock of stocks) {
      await world.pg.query('update tier set stock_total = issued - returned + $2, remain = $2 where id = $1', [
        hot.tierIds[0],
        stock,
      ]);
      const { code, ms } = await fresh();
      if (code !== 200) throw new Error(`stock ${stock}: ${code}`);
      if (round >= 20) times.get(stock)!.push(ms);
    }
  const medians = stocks.map((stock) => median(times.get(stock)!));
  const growth = Math.max(...medians) / Math.min(...medians);
  say(
    `one draw with ${stocks.map((stock) => stock.toLocaleString('en')).join(', ')} left`,
    `${medians.map((ms) => ms.toFixed(1)).join(', ')} ms`,
    growth <= 1.25,
    'flat (≤ 1.25×)',
  );
} finally {
  agent.destroy();
  await database.close();
  await world.close();
}
