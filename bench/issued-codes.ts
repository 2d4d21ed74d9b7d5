import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

/** The data of a call's answer; throws unless its code is 200. */
export const call = async (world: World, path: string, body: object) => {
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
export const issue = async ({ pg: client }: World, firmId: number, count: number) => {
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
  return { taskId: taskId!, seg: seg!, productId: productId!, lotId: lotId!, opId: opId! };
};

/** Codes of an issued segment from a serial on, as they are printed. */
export const textsOf = async (
  world: World,
  { taskId, seg }: { taskId: number; seg: number },
  count: number,
  first = 1,
): Promise<string[]> => {
  const codes: string[] = [];
  for (let from = first; from < first + count; from += 500) {
    const asked = { taskId, seg, serialFrom: from, count: Math.min(500, first + count - from) };
    const { labels } = (await call(world, '/admin/identity/task/print', asked)) as { labels: { code: string }[] };
    codes.push(...labels.map(({ code }) => code));
  }
  return codes;
};

/** Boxes (1) or cases (2) of a task that is issued, bound as its items are. */
export const issueBoxes = async (
  { pg: client }: World,
  firmId: number,
  { taskId, productId, lotId, opId }: Awaited<ReturnType<typeof issue>>,
  { level, count }: { level: number; count: number },
): Promise<number> => {
  const { rows } = await client.query<{ seg: number }>(
    `insert into segment (seg, firm_id, task_id, level, count, fmt, key_v) values (nextval('segment_number'), $1, $2, $3, $4, 'X16', 'A') returning seg`,
    [firmId, taskId, level, count],
  );
  const { seg } = rows[0]!;
  await client.query(
    `insert into code_span (firm_id, seg, kind, span, payload, op_id, seq)
     values ($1, $2, 1, int8range(1, $3, '[]'), jsonb_build_object('productId', $4::bigint, 'lotId', $5::bigint), $6, 1)`,
    [firmId, seg, count, productId, lotId, opId],
  );
  return seg;
};

/** Items and empty boxes of one task, all bound to one lot of a product of which `perBox` fit in a box. */
export const issueLevels = async (
  world: World,
  firmId: number,
  { items, boxes, perBox }: { items: number; boxes: number; perBox: number },
) => {
  const issued = await issue(world, firmId, items);
  const { taskId, seg, productId, lotId } = issued;
  await world.pg.query('update product set box_num = $2 where id = $1', [productId, perBox]);
  const parents = await issueBoxes(world, firmId, issued, { level: 1, count: boxes });
  return { taskId, productId, lotId, segs: { items: seg, boxes: parents } };
};
