import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { bareRate, bareScan, scanStatements } from './bare-scan.ts';
import { line, openWorld, percentile, timed, type World } from './world.ts';

/**
 * Verifying a code over HTTP while 0, 1 million and 100 million further codes are issued, beside 1 million rows of single
 * codes: the times must not grow. Then first scans a second against pgbench running the very statements of a scan, the one
 * that reads and the one that counts and logs, over as many connections with a commit each; aim half of them. For
 * information: pgbench with the writing one alone, and a bare Fastify route around the two, the most that HTTP leaves here.
 */
const probes = 40_000;
const connections = 16;
const seconds = 6;

const call = async (world: World, path: string, body: object) => {
  const answer = await fetch(`${world.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authori-zation': world.token },
    body: JSON.stringify(body),
  });
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: unknown };
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`);
  return data;
};

/** A segment as a finished task leaves it, all of its codes bound to one lot by a single row. */
const issue = async ({ pg: client }: World, firmId: number, count: number) => {
  const one = async (text: string, values: unknown[]) =>
    (await client.query(text, values)).rows[0] as Record<string, number>;
  const { id: productId } = await one(
    `insert into product (firm_id, store_name, product_no, unit, image) values ($1, '基准', $2, '盒', '') returning id`,
    [firmId, randomUUID().slice(0, 8)],
  );
  const { id: lotId } = await one(
    `insert into lot (firm_id, product_id, lot_no, produce_date) values ($1, $2, 'L1', '2026-01-01') returning id`,
    [firmId, productId],
  );
  const { id: taskId } = await one(
    `insert into task (firm_id, task_no, name, fmt, key_v, item_count, phase, status, idem_key, req_hash, product_id, lot_id)
     values ($1, $2, '基准', 'X16', 'A', $3, 4, 3, $2, '', $4, $5) returning id`,
    [firmId, `B${randomUUID().slice(0, 12)}`, count, productId, lotId],
  );
  const { seg } = await one(
    `insert into segment (seg, firm_id, task_id, level, count, fmt, key_v) values (nextval('segment_number'), $1, $2, 0, $3, 'X16', 'A') returning seg`,
    [firmId, taskId, count],
  );
  const { id: opId } = await one(
    `insert into code_op (firm_id, op_no, op_type, idem_key, req_hash) values ($1, $2, 1, $2, '') returning id`,
    [firmId, randomUUID().slice(0, 20)],
  );
  await client.query(
    `insert into code_span (firm_id, seg, kind, span, payload, op_id, seq)
     values ($1, $2, 1, int8range(1, $3, '[]'), jsonb_build_object('productId', $4::bigint, 'lotId', $5::bigint), $6, 1)`,
    [firmId, seg, count, productId, lotId, opId],
  );
  return { taskId: taskId!, seg: seg! };
};

/** Requests a second of one address. */
const shoot = async (url: string, body: () => object): Promise<number> => {
  const shot = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }],
  });
  if (shot.non2xx > 0 || shot.errors > 0) throw new Error(`${url}: ${shot.non2xx} refused, ${shot.errors} errors`);
  return shot.requests.average;
};

const world = await openWorld();
try {
  const { rows } = await world.pg.query<{ id: number }>(
    `insert into firm (name, firm_no, credit_code, audit) values ('基准企业', 'FB', '91330000MA00000000', 1) returning id`,
  );
  const firmId = rows[0]!.id;
  const probe = await issue(world, firmId, probes);
  const codes: string[] = [];
  for (let from = 1; from <= probes; from += 500) {
    const asked = { taskId: probe.taskId, seg: probe.seg, serialFrom: from, count: 500 };
    const { labels } = (await call(world, '/admin/identity/task/print', asked)) as { labels: { code: string }[] };
    codes.push(...labels.map(({ code }) => code));
  }
  let next = 0;
  const fresh = () => ({ code: codes[next++ % probes]!, entry: 0, deviceId: randomUUID() });
  const verify = () => call(world, '/public/trace/scan', fresh());

  const { seg } = await issue(world, firmId, 1_000_000);
  await world.pg.query(
    `insert into code_unit (seg, serial, firm_id) select $1, n, $2 from generate_series(1, 1000000) n`,
    [seg, firmId],
  );
  await world.pg.query('vacuum analyze');
  const medians: number[] = [];
  for (const more of [0, 1_000_000, 100_000_000]) {
    if (more > 0) await issue(world, firmId, more);
    const times = await timed(verify, 400, 100);
    medians.push(percentile(times, 0.5));
    console.log(line(`verify, ${more.toLocaleString('en')} further codes issued`, times));
  }
  const growth = medians.at(-1)! / medians[0]!;
  console.log(
    `100 million against none: ${growth.toFixed(2)} times the median; aim flat: ${growth < 1.25 ? 'met' : 'MISSED'}`,
  );

  const ours = await shoot(`${world.url}/api/public/trace/scan`, fresh);
  const { counted } = (
    await world.pg.query<{ counted: number }>(`select count(*)::int as counted from scan_log where verdict = 'FIRST'`)
  ).rows[0]!;
  // Those that were under way at the end do not count.
  if (next > probes || counted < next - connections) throw new Error(`${next} queries, ${counted} of them first`);

  const bare = await issue(world, firmId, 8_000_000);
  const statements = scanStatements(world.databaseUrl, { firmId, seg: bare.seg });
  const peer = await bareScan(world.databaseUrl, statements);
  const around = await shoot(peer.url, () => ({}));
  peer.close();
  const both = await bareRate(world.databaseUrl, statements, { connections, seconds, from: 2_000_000 });
  const write = await bareRate(world.databaseUrl, [statements[1]], { connections, seconds, from: 5_000_000 });
  const share = ours / both.rate;
  const rate = (value: number) => `${value.toFixed(0)}/s`;
  console.log(
    `first scans ${rate(ours)}, their statements in ${both.by} ${rate(both.rate)}: ${share.toFixed(2)}  aim ≥ 0.5 ${share >= 0.5 ? 'met' : 'MISSED'}`,
  );
  console.log(
    `for information: the writing statement alone ${rate(write.rate)}, both behind a bare Fastify route ${rate(around)}`,
  );
} finally {
  await world.close();
}
