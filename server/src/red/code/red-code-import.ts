import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { redCodeApi } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { id } from '@zhuiyuan/contract/kit/fields';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readUnits } from '../../codes/state/read-unit.ts';
import type { Importer } from '../../jobs/importer.ts';
import { refuse } from '../../kit/refusal.ts';

const Line = z.object({
  code: z.string({ error: '请输入编码' }).trim().min(1, '请输入编码').max(512, '编码不能超过512个字符'),
});
const Params = z.object({ redActiveId: id('请在红包码页面新增') });

/** Codes of a batch from a file: each is put into the batch of its import, without a packet; they are dealt when all are there. */
export const redCodeImporter = (keyring: Keyring): Importer<z.output<typeof Line>, z.output<typeof Params>> => ({
  biz: 'red_bar',
  may: redCodeApi.save.may,
  columns: [{ title: '编码', key: 'code', isRequired: true, width: 32, example: 'A0123456789ABCDE' }],
  row: Line,
  params: Params,
  unique: { column: 'code', of: ({ code }) => code },
  together: {
    batchSize: 500,
    apply: async ({ db, firmId, taskId }, rows) => {
      // A batch that was given up has no codes any more; one that is being made is not given up meanwhile.
      const batch = await db
        .selectFrom('redBatch')
        .where('taskId', '=', taskId)
        .where('firmId', '=', firmId)
        .where('state', '=', RedBatchState.making)
        .select('id')
        .forShare()
        .executeTakeFirst();
      if (!batch) return rows.map(() => refuse(redRefusals.batchVoid));
      const texts = rows.map(({ row }) => row.code);
      const found = await keyring.findMany(db, texts);
      const places = texts.map((text) => found.get(text)?.place ?? { seg: 0, serial: 0 });
      const units = await readUnits(db, places);
      const own = places.filter((_place, nth) => units[nth]?.firmId === firmId);
      const segs = sql`${own.map(({ seg }) => seg)}::int[]`;
      const serials = sql`${own.map(({ serial }) => serial)}::bigint[]`;
      const { rows: drawn } = await sql<{ seg: number; serial: number }>`
        select seg, serial from unnest(${segs}, ${serials}) as given (seg, serial) join code_use using (seg, serial)
        where code_use.firm_id = ${firmId} and code_use.audience = ${sql.lit(Audience.consumer)}`.execute(db);
      const { rows: put } = await sql<{ seg: number; serial: number }>`
        insert into red_bar (firm_id, batch_id, seg, serial)
        select ${firmId}::bigint, ${batch.id}::bigint, seg, serial from unnest(${segs}, ${serials}) as given (seg, serial)
        where not exists (
          select from code_use use where use.seg = given.seg and use.serial = given.serial and use.audience = ${sql.lit(Audience.consumer)} and use.firm_id = ${firmId})
        on conflict do nothing returning seg, serial`.execute(db);
      const nameOf = ({ seg, serial }: { seg: number; serial: number }) => `${seg} ${serial}`;
      const isDrawn = new Set(drawn.map(nameOf));
      const isPut = new Set(put.map(nameOf));
      return places.map((place, nth) => {
        if (units[nth]?.firmId !== firmId) return refuse(codeRefusals.badText);
        if (isDrawn.has(nameOf(place))) return refuse(redRefusals.drawn);
        // A code that stands in the file in two ways is put once.
        return isPut.delete(nameOf(place)) ? 'done' : refuse(redRefusals.bound);
      });
    },
  },
});
