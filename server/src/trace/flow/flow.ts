import { Review } from '@zhuiyuan/contract/kit/review';
import { FlowDraft } from '@zhuiyuan/contract/trace/flow/flow-draft';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { FlowImportOptions } from '@zhuiyuan/contract/trace/flow/flow-import';
import { flowRefusals } from '@zhuiyuan/contract/trace/flow/flow-refusals';
import { mountExporter, offerExport } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import { templateBook } from '../../jobs/template-book.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachRow } from '../../kit/each-row.ts';
import { ownedBy } from '../../kit/owned-by.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { offerDownload } from '../../kit/files/download.ts';
import { offerFile } from '../../kit/files/offer-file.ts';
import { notFound, refuse, invalid, refuseOn } from '../../kit/refusal.ts';
import { changeRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { xlsxType } from '../../kit/sheets/xlsx.ts';
import { reviewFlows } from './review-flows.ts';
import { flowColumns, matchingFlows, type Flows } from './find-flows.ts';
import { verifyChain } from './flow-chain.ts';
import { flowCompleteness } from './flow-completeness.ts';
import { requireFlow, findPaper } from './require-flow.ts';
import { flowExporter } from './flow-exporter.ts';
import { flowImporter, requireImportedType } from './flow-import.ts';
import { withPictureZip } from './picture-zip.ts';
import { listTimeline } from './list-timeline.ts';
import { previewFlows } from './preview-flows.ts';
import { flowImportColumns } from './read-flow-row.ts';
import { insertFlows, lockFlow, removeFlow, storedFlow, updateFlow, voidFlow, flowConstraints } from './flow-writes.ts';

/** Records of what was done to a lot, their review, and the chain the audited ones form. */
export const mountFlow = (app: App): void => {
  refuseOn(app, flowConstraints);
  mountExporter(app, flowExporter);
  mountImporter(app, flowImporter);
  serve(app, flowApi, {
    list: ({ input, db, operator }) => findPage(db, input, matchingFlows(db, ownedBy(input, operator)), asNewestFlows),

    listAll: ({ input: { lotId, ...wish }, db }) =>
      pickRows(
        matchingFlows(db, { lotId }).select(['id', 'title']),
        { id: 'flow.id', words: ['flow.title'], order: [{ column: 'flow.occurAt' }, { column: 'flow.id' }] },
        wish,
      ),

    info: ({ input, db }) => requireFlow(db, input.id),

    save: ({ input, db, operator }) => insertFlows(db, input, { operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedFlow(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) =>
        updateFlow(db, id, draft, { version, operatorId: operator.id }),
    },

    remove: async ({ input, db }) => {
      await removeFlow(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeFlow(db, id)),

    submit: async ({ input, db }) => {
      const flow = await lockFlow(db, input.id);
      if (flow.audit !== Review.unsent && flow.audit !== Review.rejected) throw refuse(flowRefusals.notUnsent);
      await changeRow(db, 'flow', input.id, { audit: Review.waiting, auditRemark: '' });
      return null;
    },

    audit: ({ input, db, operator }) => reviewFlows(db, input, operator.id),

    setPublic: async ({ input, db }) => {
      const flow = await lockFlow(db, input.id);
      if (flow.voidAt) throw refuse(flowRefusals.voided);
      await changeRow(db, 'flow', input.id, { isPublic: input.public });
      return null;
    },

    void: async ({ input, db, operator }) => {
      await voidFlow(db, await lockFlow(db, input.id), { reason: input.reason, operatorId: operator.id });
      return null;
    },

    copy: async ({ input, db, operator }) => {
      const source = await requireFlow(db, input.id);
      const draft = FlowDraft.parse({
        flowTypeId: source.flowTypeId,
        productId: source.productId,
        lotIds: input.lotIds,
        occurAt: source.occurAt,
        place: source.place,
        lng: source.lng ?? undefined,
        lat: source.lat ?? undefined,
        operatorName: source.operatorName,
        values: source.values,
        images: source.images,
        files: source.files,
        public: source.public,
        remark: source.remark,
        title: source.title.includes(source.lotNo) ? '' : source.title,
      });
      const { ids } = await insertFlows(db, draft, { operatorId: operator.id });
      return { ids };
    },

    timeline: async ({ input, db }) => {
      await requireLot(db, input.lotId);
      return listTimeline(db, input);
    },

    completeness: async ({ input, db }) => {
      const found = await flowCompleteness(db, input.lotId);
      if (!found) throw notFound();
      return found;
    },

    verify: async ({ input, db }) => {
      const checked = await verifyChain(db, input.lotId);
      if (!checked) throw notFound();
      return checked;
    },

    template: async ({ input, db, operator }) => {
      const { name, fields } = await requireImportedType(db, input.flowTypeId);
      const content = await templateBook(flowImportColumns(fields));
      return offerFile(app, { db, operator }, { name: `${name}导入模板.xlsx`, content, type: xlsxType });
    },

    preview: {
      before: async ({ input, db, operator }) => {
        const seen = await previewFlows(app, { db, operator }, input);
        return () => seen;
      },
    },

    import: {
      async before({ input, db, operator }) {
        const options = FlowImportOptions.safeParse(input.params);
        if (!options.success) throw invalid('params.flowTypeId', options.error.issues[0]!.message);
        const { firmId } = await requireImportedType(db, options.data.flowTypeId);
        // what is no zip is told now, not by a job that fails later
        await withPictureZip(
          app,
          { db, uploads: operator.firmId ?? 0, adminId: operator.id, zipUrl: options.data.zipUrl },
          () => Promise.resolve(),
        );
        return startImport(app, { db, operator }, 'flow', { ...input, firmId });
      },
    },

    file: async ({ input, db, operator }) => {
      const { firmId, files, shown } = await requireFlow(db, input.id);
      const papers = [...files, ...shown.flatMap((value) => value.files)];
      const paper = papers.find(({ url }) => url === input.url);
      const stored = paper && (await findPaper(db, firmId, paper.url));
      if (!stored) throw notFound();
      return {
        fileName: await offerDownload(db, { name: paper.name, file: stored, firmId, adminId: operator.id }),
      };
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, flowExporter, ownedBy(input, operator)),
  });
};

/** 404 for a lot that never was; one that was deleted still tells its steps. */
const requireLot = async (db: Db, lotId: number): Promise<void> => {
  const lot = await db.selectFrom('lot').select('id').where('id', '=', lotId).executeTakeFirst();
  if (!lot) throw notFound();
};

const asNewestFlows = (query: Flows) => flowColumns(query).orderBy('flow.id', 'desc');
