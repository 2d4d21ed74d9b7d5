import { codeFormats } from '@zhuiyuan/contract/codes/cipher/code-format';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeBatch } from '../server/src/codes/cipher/code-batch.ts';
import { batchSize } from '../server/src/codes/cipher/ff1-batch.ts';
import { openWorld } from './world.ts';

/**
 * Making a million codes against keeping them as rows: the same texts with segment and serial in a table with two indexes,
 * by COPY from a file and by INSERT … SELECT. Aim ten times as fast; and what issued codes weigh in the database: nothing.
 */
const count = 1_000_000;
const key = Buffer.alloc(32, 7);
const { length } = codeFormats.X16;

const made = (): { texts: Buffer; seconds: number } => {
  const batch = codeBatch({ format: 'X16', v: 'A', key });
  const texts = Buffer.alloc(count * length);
  const from = performance.now();
  for (let at = 0; at < count; at += batchSize)
    batch.encode({ face: 0, seg: 77, serial: at + 1 }, Math.min(batchSize, count - at), texts, at * length, length);
  return { texts, seconds: (performance.now() - from) / 1000 };
};

const world = await openWorld();
const folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-issue-'));
try {
  made();
  const { texts, seconds } = made();
  const rate = count / seconds;
  console.log(`made        ${(rate / 1e6).toFixed(2)} M codes/s on one core`);
  await chmod(folder, 0o755);
  const path = join(folder, 'codes.txt');
  const file = await open(path, 'w', 0o644);
  for (let at = 0; at < count; at += 10_000) {
    let lines = '';
    for (let row = at; row < at + 10_000; row += 1)
      lines += `${texts.toString('latin1', row * length, (row + 1) * length)}\t77\t${row + 1}\n`;
    await file.writeFile(lines);
  }
  await file.close();
  const table = async () => {
    await world.pg.query('drop table if exists bench_code');
    await world.pg.query(
      'create table bench_code (text varchar(20) primary key, seg int not null, serial bigint not null)',
    );
    await world.pg.query('create unique index on bench_code (seg, serial)');
  };
  const insert = async (name: string, text: string) => {
    await table();
    const from = performance.now();
    await world.pg.query(text);
    const rows = count / ((performance.now() - from) / 1000);
    console.log(
      `${name.padEnd(11)} ${(rows / 1e6).toFixed(2)} M rows/s: making is ${(rate / rows).toFixed(1)} times as fast, aim 10: ${rate / rows >= 10 ? 'met' : 'MISSED'}`,
    );
  };
  await insert('COPY', `copy bench_code from '${path}'`);
  await world.pg.query('create temp table bench_source as select text, seg, serial from bench_code');
  await insert('INSERT', 'insert into bench_code select text, seg, serial from bench_source');
  await world.pg.query('drop table bench_code');

  const size = async () => {
    const { rows } = await world.pg.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(c.oid))::text as bytes from pg_class c where c.relname in ('task', 'segment', 'code_unit', 'code_span', 'unit_scan', 'code_ext', 'code_ext_text')`,
    );
    return Number(rows[0]!.bytes);
  };
  const { rows } = await world.pg.query<{ id: number }>(
    `insert into firm (name, firm_no, credit_code, audit) values ('基准企业', 'FB', '91330000MA00000000', 1) returning id`,
  );
  const before = await size();
  const answer = await fetch(`${world.url}/api/admin/identity/task/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authori-zation': world.token },
    body: JSON.stringify({ firmId: rows[0]!.id, name: '一亿', itemCount: 100_000_000, idemKey: 'bench-issue-1' }),
  });
  const { code, message } = (await answer.json()) as { code: number; message: string };
  if (code !== 200) throw new Error(message);
  const bytes = (await size()) - before;
  console.log(`100 million codes issued: ${bytes} bytes more, ${(bytes / 1e8).toFixed(4)} a code`);
} finally {
  await rm(folder, { recursive: true });
  await world.close();
}
