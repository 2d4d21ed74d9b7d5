import { setTimeout as sleep } from 'node:timers/promises';
import { call, issueLevels, textsOf } from './issued-codes.ts';
import { openWorld, type World } from './world.ts';

/**
 * An uploaded file of 100,000 lines (or as many as are asked for: `npm run bench packing 10000`) that packs items into boxes of 24,
 * against bare SQL that writes the same rows in as many transactions, with nothing asked and nothing judged. Once with each
 * box's items in a row, as a line prints them, once scattered over all boxes. Aim: 0.4 of the rows a second of bare SQL.
 */
const lines = Number(process.argv[2] ?? 100_000);
const perBox = 24;
const boxes = Math.ceil(lines / perBox);
const aim = 0.4;
/** As the import has them in one transaction. */
const rowsAtOnce = 3000;

interface Pair {
  item: number;
  box: number;
}

/** In a row: box 1 has items 1 to 24. Scattered: neighbours lie in different boxes. */
const orders: Record<string, (n: number) => Pair> = {
  'in a row': (n) => ({ item: n + 1, box: Math.floor(n / perBox) + 1 }),
  scattered: (n) => ({ item: (n % perBox) * boxes + Math.floor(n / perBox) + 1, box: Math.floor(n / perBox) + 1 }),
};

const pairsOf = (order: string): Pair[] => Array.from({ length: lines }, (_, n) => orders[order]!(n));

/** Seconds that the product takes from 开始导入 to the last line. */
const byImport = async (world: World, firmId: number, order: string): Promise<number> => {
  const { taskId, segs } = await issueLevels(world, firmId, { items: boxes * perBox, boxes, perBox });
  const [items, parents] = [
    await textsOf(world, { taskId, seg: segs.items }, boxes * perBox),
    await textsOf(world, { taskId, seg: segs.boxes }, boxes),
  ];
  const csv = pairsOf(order).map(({ item, box }) => `${parents[box - 1]},${items[item - 1]}\r\n`);
  const form = new FormData();
  form.set('multipart', new Blob([`箱码,下级码\r\n${csv.join('')}`]), `${order}.csv`);
  const sent = await fetch(`${world.url}/api/admin/identity/importTask/upload?biz=pack`, {
    method: 'POST',
    headers: { 'authori-zation': world.token },
    body: form,
  });
  const { code, message, data } = (await sent.json()) as { code: number; message: string; data: { url: string } };
  if (code !== 200) throw new Error(`upload: ${code} ${message}`);
  const from = performance.now();
  await call(world, '/admin/identity/importTask/save', { biz: 'pack', fileUrl: data.url, firmId });
  for (;;) {
    const { rows } = await world.pg.query<{ status: number; ok_cnt: string; err: string }>(
      'select status, ok_cnt, err from file_job order by id desc limit 1',
    );
    const [job] = rows;
    if (job!.status !== 1) {
      if (Number(job!.ok_cnt) !== lines) throw new Error(`${job!.ok_cnt} of ${lines} lines: ${job!.err}`);
      break;
    }
    await sleep(20);
  }
  const seconds = (performance.now() - from) / 1000;
  const { rows } = await world.pg.query<{ boxes: number; inside: number }>(
    'select count(*)::int as boxes, sum(child_cnt)::int as inside from box where seg = $1',
    [segs.boxes],
  );
  if (rows[0]!.inside !== lines) throw new Error(`${rows[0]!.inside} codes in boxes, not ${lines}`);
  return seconds;
};

/** Seconds that the same rows take, written by somebody who knows everything already. */
const byBareSql = async (world: World, firmId: number, order: string, turn: number): Promise<number> => {
  const { segs, productId, lotId } = await issueLevels(world, firmId, { items: boxes * perBox, boxes, perBox });
  const { pg } = world;
  const pairs = pairsOf(order);
  const isInARow = order === 'in a row';
  const { rows: ops } = await pg.query<{ id: string }>(
    `insert into code_op (firm_id, op_no, op_type, idem_key, req_hash) values ($1, $2, 6, $2, '') returning id`,
    [firmId, `bare ${order} ${turn}`],
  );
  const opId = ops[0]!.id;
  const from = performance.now();
  for (let at = 0; at < lines;) {
    // Whole boxes, as the import has them.
    let to = Math.min(at + rowsAtOnce, lines);
    while (to < lines && pairs[to]!.box === pairs[to - 1]!.box) to += 1;
    const step = pairs.slice(at, to);
    const byBox = new Map<number, number[]>();
    for (const { item, box } of step) byBox.set(box, [...(byBox.get(box) ?? []), item]);
    const runs = isInARow
      ? [...byBox].map(([box, own]) => ({ box, a: own[0]!, b: own.at(-1)! }))
      : step.map(({ item, box }) => ({ box, a: item, b: item }));
    const columns = [runs.map(({ a }) => a), runs.map(({ b }) => b), runs.map(({ box }) => box)];
    await pg.query('begin');
    await pg.query(`select nextval('op_order')`);
    if (isInARow)
      await pg.query(
        `insert into code_span (firm_id, seg, kind, span, payload, op_id, seq)
         select $1, $2, 3, int8range(r.a, r.b, '[]'), jsonb_build_object('parentSeg', $3::int, 'parentSerial', r.box), $4, 1
         from unnest($5::int8[], $6::int8[], $7::int8[]) r(a, b, box)`,
        [firmId, segs.items, segs.boxes, opId, ...columns],
      );
    else
      await pg.query(
        `insert into code_unit (seg, serial, firm_id, pack_state, parent_seg, parent_serial, pack_seq, pack_at)
         select $2, r.a, $1, 1, $3, r.box, $4, now() from unnest($5::int8[], $6::int8[]) r(a, box)`,
        [firmId, segs.items, segs.boxes, opId, columns[0], columns[2]],
      );
    await pg.query(
      `insert into code_op_item (firm_id, op_id, seq, seg, span, before, after)
       select $1, $4, 1, $2, int8range(r.a, r.b, '[]'), '[]', jsonb_build_object('parentSeg', $3::int, 'parentSerial', r.box)
       from unnest($5::int8[], $6::int8[], $7::int8[]) r(a, b, box)`,
      [firmId, segs.items, segs.boxes, opId, ...columns],
    );
    await pg.query(
      `insert into box (id, firm_id, seg, serial, level, capacity, child_cnt, box_state, is_mixed, product_id, lot_id, op_id, packed_at)
       select $2::int8 * 268435456 + r.box, $1, $2, r.box, 1, $3, r.n, 2, false, $4, $5, $6, now() from unnest($7::int8[], $8::int[]) r(box, n)`,
      [
        firmId,
        segs.boxes,
        perBox,
        productId,
        lotId,
        opId,
        [...byBox.keys()],
        [...byBox.values()].map((own) => own.length),
      ],
    );
    await pg.query('update segment set pack_cnt = pack_cnt + $2 where seg = $1', [segs.items, step.length]);
    await pg.query('commit');
    at = to;
  }
  return (performance.now() - from) / 1000;
};

const world = await openWorld();
try {
  const { rows } = await world.pg.query<{ id: number }>(
    `insert into firm (name, firm_no, credit_code, audit) values ('基准企业', 'FB', '91330000MA00000000', 1) returning id`,
  );
  const firmId = Number(rows[0]!.id);
  for (const order of Object.keys(orders)) {
    const bare = [await byBareSql(world, firmId, order, 1)];
    const seconds = await byImport(world, firmId, order);
    bare.push(await byBareSql(world, firmId, order, 2));
    const [own, sql] = [lines / seconds, lines / Math.min(...bare)];
    const ratio = own / sql;
    console.log(
      `${order.padEnd(9)} ${lines.toLocaleString('en')} lines in ${seconds.toFixed(1)} s, ${Math.round(own).toLocaleString('en')} rows/s   bare SQL ${Math.round(sql).toLocaleString('en')} rows/s   ratio ${ratio.toFixed(2)}  aim ${aim}: ${ratio >= aim ? 'met' : 'MISSED'}`,
    );
    if (ratio < aim) process.exitCode = 1;
  }
} finally {
  await world.close();
}
