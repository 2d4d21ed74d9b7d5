import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { plainPermission } from '@zhuiyuan/contract/codes/export/code-export';
import { sampleValues } from '@zhuiyuan/contract/codes/label/sample-values';
import type { LabelValues, Sheet } from '@zhuiyuan/contract/codes/label/elements';
import { layA4 } from '@zhuiyuan/contract/codes/label/geometry';
import { mouldApi, type MouldFace } from '@zhuiyuan/contract/codes/label/mould';
import { mouldRefusals } from '@zhuiyuan/contract/codes/label/mould-refusals';
import { Sheet as Sheets } from '@zhuiyuan/contract/codes/label/elements';
import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { mountExporter } from '../../jobs/exporter.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import { offerFile } from '../../kit/files/offer-file.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { labelPdf } from './draw-pdf.ts';
import { boundOf, sampleOf } from './label-values.ts';
import {
  copyMould,
  insertMould,
  makeDefault,
  mouldConstraints,
  removeMould,
  storedMould,
  switchMould,
  updateMould,
  usedFace,
} from './mould-writes.ts';
import { asksOf, mouldPrinter, printMould } from './print-mould.ts';
import { readImages } from './read-images.ts';

/** Moulds of labels: how they look, and labels of tasks as documents in true size. */
export const mountMould = (app: App): void => {
  const keyring = openKeyring(app);
  refuseOn(app, mouldConstraints);
  mountExporter(app, mouldPrinter);
  serve(app, mouldApi, {
    list: ({ input, db }) => findPage(db, input, matching(db, input), asRows),

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'mould').select(['id', 'name', 'firmId', 'isDefault', 'status']),
        {
          id: 'mould.id',
          words: ['mould.name'],
          order: [
            { column: 'mould.isDefault', direction: 'desc' },
            { column: 'mould.id', direction: 'desc' },
          ],
        },
        input,
      ),

    info: async ({ input, db }) => {
      const row = await asRows(matching(db, {}).where('mould.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },

    save: ({ input, db, operator }) =>
      insertMould(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedMould(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) =>
        updateMould(db, id, draft, { version, operatorId: operator.id }),
    },

    updateStatus: async ({ input, db }) => {
      await switchMould(db, input);
      return null;
    },

    default: async ({ input, db }) => {
      await makeDefault(db, input.id);
      return null;
    },

    copy: ({ input, db, operator }) => copyMould(db, input.id, operator.id),

    remove: async ({ input, db }) => {
      await removeMould(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeMould(db, id)),

    values: ({ input, db, operator }) => sampleValuesFor(db, keyring, operator, input),

    sample: async ({ input, db, operator }) => {
      const row = await asRows(matching(db, {}).where('mould.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      const values = await sampleOf(db, keyring, { firmId: row.firmId });
      return offerLabels(app, { db, operator }, row as unknown as MouldFace, { values, sheet: 'roll', name: row.name });
    },

    preview: async ({ input: { firmId, taskId, sheet, ...face }, db, operator }) => {
      const values = await sampleValuesFor(db, keyring, operator, { firmId, taskId });
      return offerLabels(app, { db, operator }, face, { values, sheet, name: '码模板' });
    },

    print: ({ input, db, operator }) => printMould(app, { db, operator }, input),

    async asks({ input, db }) {
      const bound = await boundOf(db, input.taskId);
      const mould = await live(db, 'mould')
        .where('id', '=', input.mouldId)
        .where('firmId', '=', bound.firmId)
        .select('id')
        .executeTakeFirst();
      if (!mould) throw notFound();
      const { no: _no, ...face } = await usedFace(db, input.mouldId, input.taskId);
      return { ...face, ...asksOf(face.elements, bound) };
    },
  });
};

/** Who may not print a task's labels is shown sample words instead of its code, and who may not see secret faces instead of those. */
const sampleValuesFor = async (
  db: Db,
  keyring: ReturnType<typeof openKeyring>,
  operator: Operator,
  { firmId, taskId }: { firmId?: number; taskId?: number },
): Promise<LabelValues> => {
  const values = await sampleOf(db, keyring, {
    firmId: operator.firmId ?? firmId,
    taskId: operator.may(mouldApi.print.may) ? taskId : undefined,
  });
  if (operator.may(plainPermission)) return values;
  const { innerCode, innerUrl, pin } = sampleValues;
  return { ...values, innerCode, innerUrl, pin };
};

/** A sample as a document to fetch: one label, or a sheet full of it. */
const offerLabels = async (
  app: App,
  caller: { db: Db; operator: Operator },
  face: MouldFace,
  { values, sheet, name }: { values: LabelValues; sheet: Sheet; name: string },
): Promise<{ fileName: string }> => {
  const grid = sheet === Sheets.a4 ? layA4(face.paper) : { columns: 1, rows: 1 };
  if (!grid) throw refuse(mouldRefusals.tooLarge);
  const images = await readImages(app, face, { adminId: caller.operator.id });
  const labels = Array.from({ length: grid.columns * grid.rows }, () => values);
  const content = await buffer(labelPdf(face, labels, { sheet, images, title: name }));
  return offerFile(app, caller, { name: `${name}-样张.pdf`, content, type: 'application/pdf' });
};

const matching: Matching<'mould', Partial<InputOf<typeof mouldApi.list>>> = matchingBy(
  'mould',
  (db) => live(db, 'mould'),
  { firmId: eq, name: contains, color: eq, status: eq },
);

const asRows = (query: SelectQueryBuilder<DB, 'mould', object>) =>
  query
    .innerJoin('mouldVersion', (join) =>
      join.onRef('mouldVersion.mouldId', '=', 'mould.id').on('mouldVersion.no', '=', (row) =>
        row
          .selectFrom('mouldVersion as newest')
          .select(({ fn }) => fn.max('newest.no').as('no'))
          .whereRef('newest.mouldId', '=', 'mould.id'),
      ),
    )
    .select((row) => [
      'mould.id',
      'mould.firmId',
      firmName('mould'),
      'mould.name',
      sql<MouldFace['paper']>`mould_version.paper`.as('paper'),
      sql<MouldFace['elements']>`mould_version.elements`.as('elements'),
      sql<number>`jsonb_array_length(mould_version.elements)`.as('elementCount'),
      'mould.color',
      'mould.isDefault',
      row
        .selectFrom('mouldTask')
        .select(({ fn }) => fn.countAll<number>().as('tasks'))
        .whereRef('mouldTask.mouldId', '=', 'mould.id')
        .$asScalar()
        .$notNull()
        .as('usedTasks'),
      'mould.status',
      'mould.version',
      ...times('mould'),
    ])
    .orderBy('mould.id', 'desc');
