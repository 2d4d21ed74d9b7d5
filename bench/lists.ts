import { Agent, request } from 'node:http';
import { line, openWorld, percentile, timed } from './world.ts';

/**
 * A filtered list of 20 rows out of 1,000,000 through HTTP against the same SQL through `pg` alone, page by page.
 * Aims: at most twice the SQL at p50; pages 1 to 500 within twice of each other; page 40,000 below 100 ms.
 */
const rows = 1_000_000;
const world = await openWorld();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const get = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${world.url}${path}`, { agent, headers: { 'authori-zation': world.token } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve(body));
    })
      .on('error', reject)
      .end();
  });

try {
  await world.pg.query(`
    insert into audit_log (firm_id, admin_id, title, business_type, request_method, oper_name, oper_url, oper_ip, oper_param, json_result, oper_time)
    select 0, 1, '生码任务', case when n % 10 = 0 then 1 else 2 end, 'POST', 'admin', '/admin/identity/task/save', '127.0.0.1', '{"name":"任务"}', '{"id":1}', now() - n * interval '1 second'
    from generate_series(${rows}, 1, -1) n`);
  await world.pg.query('vacuum analyze audit_log');

  const count = `select count(*) as counted from (select 1 as one from audit_log where business_type = 2 limit 10001) as capped`;
  const page = (number: number) => `
    select l.id, l.title, l.business_type, l.request_method, l.oper_name, l.oper_ip, l.oper_location, l.status, l.cost_time, l.oper_time, l.firm_id, coalesce(f.name, '') as firm_name
    from (select id from audit_log where business_type = 2 order by oper_time desc, id desc limit 20 offset ${(number - 1) * 20}) picked
    join audit_log l on l.id = picked.id left join firm f on f.id = l.firm_id order by l.oper_time desc, l.id desc`;
  const http = (number: number) => get(`/api/admin/system/log/list?businessType=2&page=${number}&limit=20`);
  const first = JSON.parse(await http(1)) as { code: number; data: { list: unknown[]; total: number; more?: boolean } };
  if (first.code !== 200 || first.data.list.length !== 20) throw new Error('the list does not answer 20 rows');

  const medians = new Map<number, number>();
  for (const number of [1, 100, 500, 40_000]) {
    const rounds = number > 500 ? 30 : 300;
    const ours = await timed(() => http(number), rounds, number > 500 ? 5 : 50);
    const theirs = await timed(
      async () => {
        await world.pg.query(count);
        await world.pg.query(page(number));
      },
      rounds,
      number > 500 ? 5 : 50,
    );
    medians.set(number, percentile(ours, 0.5));
    const ratio = percentile(ours, 0.5) / percentile(theirs, 0.5);
    console.log(line(`page ${number} through HTTP`, ours));
    console.log(line(`page ${number}, same SQL through pg`, theirs));
    console.log(
      `${`page ${number}`.padEnd(44)} ratio of p50 ${ratio.toFixed(2)}  aim ≤ 2 ${ratio <= 2 ? 'met' : 'MISSED'}`,
    );
  }
  const spread =
    Math.max(...[1, 100, 500].map((number) => medians.get(number)!)) /
    Math.min(...[1, 100, 500].map((number) => medians.get(number)!));
  console.log(`pages 1 to 500 against each other ${spread.toFixed(2)}  aim ≤ 2 ${spread <= 2 ? 'met' : 'MISSED'}`);
  const deep = medians.get(40_000)!;
  console.log(`page 40,000 ${deep.toFixed(1)} ms  aim < 100 ms ${deep < 100 ? 'met' : 'MISSED'}`);
} finally {
  agent.destroy();
  await world.close();
}
