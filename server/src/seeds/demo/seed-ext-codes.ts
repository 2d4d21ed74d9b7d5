import { DupPolicy } from '@zhuiyuan/contract/codes/import/ext-import';
import { OpStatus, TaskStatus, TaskPhase, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { sql } from 'kysely';
import { activateCodes } from '../../codes/ops/activation.ts';
import { insertExtRows } from '../../codes/import/insert-ext-rows.ts';
import { Keyring } from '../../codes/cipher/keyring.ts';
import { readExtRow, type ExtRow } from '../../codes/import/stage-ext-rows.ts';
import { requireProduct } from '../../trace/product/require-product.ts';
import type { SeedParts } from '../first/seed-parts.ts';

const codes = 2000;
/** Caps come in bags with a code of their own. */
const perBag = 50;
const activated = 1200;
const name = '瓶盖内码（瓶盖厂提供）';

/** Demo: 2,000 codes that a maker of bottle caps printed for the distillery, imported two months ago and partly activated. */
export const seedExtCodes = async ({ db, config }: SeedParts): Promise<void> => {
  const { rows } = await sql<{ firmId: number; productId: number; lotId: number; operatorId: number }>`
    select f.id as firm_id, p.id as product_id, l.id as lot_id, coalesce((select min(a.id) from admin a where a.firm_id = f.id), 0) as operator_id
    from firm f join product p on p.firm_id = f.id and p.is_del = 0 and p.status = ${sql.lit(Enabled.on)}
      join lot l on l.product_id = p.id and l.is_del = 0 and l.recall_state = ${sql.lit(RecallState.normal)} and l.produce_date <= current_date - 70
    where f.name like '%云岭%' order by p.id desc, l.produce_date desc limit 1`.execute(db);
  const [at] = rows;
  if (!at) return;
  const keyring = new Keyring(config.masterKey);
  const draft = {
    name,
    level: Level.item,
    productId: at.productId,
    lotId: at.lotId,
    urlPrefix: 'https://q.pinggai.example/v/',
    caseFold: true,
    columns: { code: 1, pin: 2, parentCode: 3 },
    hasHeader: true,
    uploadId: '00000000-0000-4000-8000-000000000000',
    fileName: '瓶盖内码2000.csv',
    dupPolicy: DupPolicy.skip,
    autoActivate: false,
    again: false,
    idemKey: 'demo cap codes',
  } as const;
  const rowsOf = async (lines: string[][]): Promise<ExtRow[]> => {
    const good: ExtRow[] = [];
    for (const [i, cells] of lines.entries()) {
      const row = await readExtRow(db, keyring, draft, { rowNo: i + 2, cells });
      if (!('code' in row)) good.push(row);
      else if (row.code !== codeRefusals.extConflict[0]) throw new Error(row.message);
    }
    return good;
  };
  const bagOf = (i: number) => `PGD26${String(Math.floor(i / perBag) + 1).padStart(5, '0')}`;
  const bags = Array.from({ length: codes / perBag }, (_, i) => [bagOf(i * perBag)]);
  const caps = Array.from({ length: codes }, (_, i) => [
    `PG${String(26_000_000 + ((i * 7919) % 999_983)).padStart(10, '0')}`,
    String(1000 + ((i * 613) % 9000)),
    bagOf(i),
  ]);
  const target = { importId: 0, firmId: at.firmId, draft, level: Level.box, taskId: null, operatorId: at.operatorId };
  const { taskId } = await insertExtRows(db, target, await rowsOf(bags));
  await insertExtRows(db, { ...target, level: Level.item, taskId }, await rowsOf(caps));
  const { seg } = await db
    .selectFrom('segment')
    .where('taskId', '=', taskId)
    .where('level', '=', Level.item)
    .select('seg')
    .executeTakeFirstOrThrow();
  const product = await requireProduct(db, at.productId);
  await activateCodes(
    db,
    keyring,
    { id: at.operatorId },
    {
      picked: { runs: [{ seg, from: 1, to: activated }], unknown: [] },
      target: {
        firmId: at.firmId,
        productId: product.id,
        lotId: at.lotId,
        boxNum: product.boxNum,
        caseNum: product.caseNum,
      },
      skipsConflicts: false,
      idemKey: 'demo cap codes',
      request: { seg },
    },
  );
  await sql`update task set phase = ${sql.lit(TaskPhase.done)}, status = ${sql.lit(TaskStatus.done)}, created_at = now() - interval '61 days', finished_at = now() - interval '61 days' + interval '4 seconds', task_no = 'T' || to_char(now() - interval '61 days', 'YYYYMMDD') || substr(task_no, 10) where id = ${taskId}`.execute(
    db,
  );
  await sql`update segment set created_at = now() - interval '61 days' where task_id = ${taskId}`.execute(db);
  await sql`update code_span set at = now() - interval '60 days' where seg = ${seg}`.execute(db);
  await sql`update code_op set created_at = now() - interval '60 days', finished_at = now() - interval '60 days',
    op_no = 'OP' || to_char(now() - interval '60 days', 'YYMMDD') || right(op_no, 8)
    where idem_key = 'demo cap codes' and firm_id = ${at.firmId}`.execute(db);
  await sql`update code_op_item set at = now() - interval '60 days' where seg = ${seg}`.execute(db);
  await sql`update code_op set status = ${sql.lit(OpStatus.done)}, created_at = now() - interval '61 days', finished_at = now() - interval '61 days', op_no = 'OP' || to_char(now() - interval '61 days', 'YYMMDD') || right(op_no, 8) where idem_key = 'import 0' and firm_id = ${at.firmId}`.execute(
    db,
  );
};
