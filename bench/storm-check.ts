import type pg from 'pg';
import type { openLoad, World } from './storm-load.ts';

type Load = ReturnType<typeof openLoad>;

/** Looks for everything that was acknowledged: it is there once, the counters agree, and nothing is left undone. */
export const checkStorm = async (client: pg.Client, load: Load, { seg }: World, files: string[]) => {
  const { acknowledged, asked, importRows } = load;
  const violations: string[] = [];
  const figures: [string, string][] = [];
  const tell = (name: string, text: string) => figures.push([name, text]);
  const expect = (isSo: boolean, text: string) => {
    if (!isSo) violations.push(text);
  };
  const all = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query<T>(text, values)).rows;
  const one = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await all<{ n: string }>(text, values))[0]!.n);

  const scans = await one('select count(*) as n from scan_log where id = any($1)', [acknowledged.scans]);
  const logged = await one('select count(*) as n from scan_log');
  tell('scans', `${asked.scans} asked, ${acknowledged.scans.length} acknowledged, ${logged} logged`);
  expect(new Set(acknowledged.scans).size === acknowledged.scans.length, 'two scans were given one number');
  expect(scans === acknowledged.scans.length, `${acknowledged.scans.length - scans} acknowledged scans are lost`);
  expect(logged <= asked.scans, `${logged} scans are logged, ${asked.scans} were asked`);
  const apart = await one(`
    select count(*) as n from unit_scan u
    full join (select seg, serial, count(*) as n from scan_log where is_counted group by 1, 2) l using (seg, serial)
    where u.cnt is distinct from l.n`);
  expect(apart === 0, `the counter of ${apart} codes disagrees with their scans`);
  const rolled = await one(`
    select count(*) as n from segment s
    where scan_cnt <> (select count(*) from scan_log l where l.seg = s.seg and is_counted and verdict = 'FIRST')`);
  expect(rolled === 0, `the counter of ${rolled} segments disagrees with their scans`);

  const saved = await all<{ name: string; n: number }>(
    `select store_name as name, count(*)::int as n from product where store_name like '存 %' group by 1`,
  );
  const names = new Map(saved.map(({ name, n }) => [name, n]));
  tell('saves', `${asked.saves} asked, ${acknowledged.saves.length} acknowledged, ${saved.length} rows`);
  const lost = acknowledged.saves.filter((name) => !names.has(name)).length;
  const doubled = saved.filter(({ n }) => n > 1).length;
  expect(lost === 0, `${lost} acknowledged rows are lost`);
  expect(doubled === 0, `${doubled} rows are doubled`);

  const tasks = await all<{ id: string; phase: number; made: string; files: string[] | null }>(
    `select t.id, t.phase, (select sum(count) from segment s where s.task_id = t.id) as made,
       (select array_agg(file_name) from task_part p where p.task_id = t.id) as files
     from task t where t.name = '风暴'`,
  );
  tell('tasks of codes', `${acknowledged.tasks.length} acknowledged, ${tasks.length} there`);
  expect(tasks.length === acknowledged.tasks.length, 'the tasks are not those that were acknowledged');
  const stored = new Set(files);
  for (const { id, count } of acknowledged.tasks) {
    const found = tasks.find((task) => Number(task.id) === id);
    expect(Number(found?.made) === count, `task ${id} issued ${found?.made} codes instead of ${count}`);
    expect(found?.phase === 4, `task ${id} stands in phase ${found?.phase}`);
    expect(found?.files?.every((name) => stored.has(name)) === true, `a print file of task ${id} is missing`);
  }

  const active = await one('select active_cnt as n from segment where seg = $1', [seg]);
  const bound = await one('select coalesce(sum(upper(span) - lower(span)), 0) as n from code_span where seg = $1', [
    seg,
  ]);
  tell('codes activated', `${acknowledged.activated} acknowledged, ${active} counted, ${bound} bound`);
  expect(active === acknowledged.activated, `${active} codes are active, ${acknowledged.activated} were acknowledged`);
  expect(bound === acknowledged.activated, `${bound} codes are bound, ${acknowledged.activated} were acknowledged`);

  const jobs = await all<{ id: string; kind: number; status: number; ok: string; err: string; file: string }>(
    'select id, kind, status, ok_cnt as ok, err, file from file_job',
  );
  const brought = await all<{ mark: string; n: number; names: number }>(
    `select split_part(store_name, ' ', 2) as mark, count(*)::int as n, count(distinct store_name)::int as names
     from product where store_name like '导 %' group by 1`,
  );
  tell('imports', `${acknowledged.imports.length} acknowledged, ${brought.length} there, ${importRows} rows each`);
  for (const { id, mark } of acknowledged.imports) {
    const job = jobs.find((found) => Number(found.id) === id);
    const rows = brought.find((found) => found.mark === mark);
    expect(job?.status === 2, `import ${id} stands in status ${job?.status} (${job?.err})`);
    expect(
      rows?.n === importRows && rows.names === importRows,
      `import ${id} made ${rows?.n} rows of ${rows?.names} names`,
    );
  }
  tell('exports', `${acknowledged.exports.length} acknowledged`);
  for (const id of acknowledged.exports) {
    const job = jobs.find((found) => Number(found.id) === id);
    expect(job?.status === 2 && stored.has(job.file), `export ${id} stands in status ${job?.status} (${job?.err})`);
  }

  const audited = await one(
    `select count(*) as n from audit_log where oper_url like '%/product/save' and error_msg = ''`,
  );
  expect(audited === saved.length, `${audited} saves are in the log of operations, ${saved.length} rows are there`);
  return { violations, figures };
};

/** What is not done yet, in words; empty when everything has come to its end. */
export const undone = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ what: string; n: number }>(`
    select * from (
      select 'imports and exports' as what, count(*)::int as n from file_job where status = 1
      union all select 'tasks of codes', count(*)::int from task where phase in (1, 2, 3)
      union all select 'operations on codes', count(*)::int from code_op where status = 1 and request is not null
      union all select 'scans not counted yet', count(*)::int from scan_log l where is_counted and verdict = 'FIRST'
        and l.at >= (select upto from rollup_cursor where name = 'scan counters')
    ) left_over where n > 0`);
  return rows.map(({ what, n }) => `${n} ${what}`).join(', ');
};
