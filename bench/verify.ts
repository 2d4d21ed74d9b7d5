import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { line, openWorld, percentile, timed, type World } from './world.ts';

/**
 * Verifying a code over HTTP while 0, 1 million and 100 million further codes are issued, beside 1 million rows of single
 * codes: the times must not grow. Then first scans a second, each two rows in one transaction, against the same rows
 * written by as many bare connections with prepared statements; aim half of them.
 */
const probes = 10_000;
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

  const shot = await autocannon({
    url: world.url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/public/trace/scan',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(fresh()) }),
      },
    ],
  });
  if (shot.non2xx > 0 || shot.errors > 0) throw new Error(`${shot.non2xx} refused, ${shot.errors} errors`);
  const ours = shot.requests.average;
  const theirs = await bareWrites(world, firmId, seg);
  const share = ours / theirs;
  console.log(
    `first scans ${ours.toFixed(0)} /s, bare statements ${theirs.toFixed(0)} /s: ${share.toFixed(2)}; aim 0.5: ${share >= 0.5 ? 'met' : 'MISSED'}`,
  );
} finally {
  await world.close();
}

/** The rows of a first scan, written by connections that do nothing else. */
async function bareWrites({ databaseUrl }: World, firmId: number, seg: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let serial = 0;
  let done = 0;
  const writer = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    while (performance.now() < until) {
      serial += 1;
      const device = randomUUID().replaceAll('-', '');
      await client.query('begin');
      await client.query({
        name: 'count',
        text: `insert into unit_scan (seg, serial, firm_id, first_at, first_device, cnt, last_at, last_device, last_verdict)
          values ($1, $2, $3, now(), $4, 1, now(), $4, 'FIRST') on conflict (seg, serial) do nothing returning cnt`,
        values: [seg, serial, firmId, device],
      });
      await client.query({
        name: 'log',
        text: `insert into scan_log (firm_id, code_text, seg, serial, verdict, ip, device, is_counted)
          values ($3, 'AMNSQ74WBEFWXYME', $1, $2, 'FIRST', '127.0.0.1', $4, true) returning id, at`,
        values: [seg, serial, firmId, device],
      });
      await client.query('commit');
      done += 1;
    }
    await client.end();
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, writer));
  return (done / (performance.now() - begun)) * 1000;
}
