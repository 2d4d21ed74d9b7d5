import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { bareRate, bareScan, scanStatements } from './bare-scan.ts';
import { call, issue, textsOf } from './issued-codes.ts';
import { line, openWorld, percentile, timed } from './world.ts';

/**
 * Verifying a code over HTTP while 0, 1 million and 100 million further codes are issued, beside 1 million rows of single
 * codes: the times must not grow. Then first scans a second against pgbench running the very statements of a scan, the one
 * that reads and the one that counts and logs, over as many connections with a commit each; aim half of them. For
 * information: pgbench with the writing one alone, and a bare Fastify route around the two, the most that HTTP leaves here.
 */
const probes = 40_000;
const connections = 16;
const seconds = 6;

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
  const codes = await textsOf(world, probe, probes);
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
