import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Blocks } from '@zhuiyuan/contract/trace/template/template-blocks';
import { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachRow } from '../../kit/each-row.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { asTemplateRows, matchingTemplates } from './find-temps.ts';
import { makeDefaultTemplate, publishTemplate, rollBackTemplate } from './publish-template.ts';
import { copyTemplate, insertTemplate, lockTemplate, updateTemplate, templateConstraints } from './template-writes.ts';

/** Trace-page templates: a draft that is edited, and the published versions shoppers see. */
export const mountTemplate = (app: App): void => {
  refuseOn(app, templateConstraints);
  serve(app, templateApi, {
    list: ({ input, db }) => findPage(db, input, matchingTemplates(db, input), asTemplateRows),

    listAll: ({ db }) =>
      db
        .selectFrom('temp')
        .select(['id', 'name', 'firmId', 'status', 'isDefault', 'publishVersion'])
        .where('isDel', '=', 0)
        .orderBy('id', 'desc')
        .execute(),

    info: async ({ input, db }) => {
      const temp = await asTemplateRows(matchingTemplates(db, {}).where('temp.id', '=', input.id))
        .select(['temp.blocks', 'temp.theme'])
        .executeTakeFirst();
      if (!temp) throw notFound();
      return { ...temp, blocks: Blocks.parse(temp.blocks), theme: Theme.parse(temp.theme) };
    },

    save: ({ input, db, operator }) =>
      insertTemplate(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => lockRow(db, 'temp', row, ['name', 'cover', 'blocks', 'theme']),
      change: ({ input: { id, version, ...draft }, db }) => updateTemplate(db, id, draft, version),
    },

    copy: ({ input, db, operator }) => copyTemplate(db, input.id, operator.id),

    remove: async ({ input, db }) => {
      await removeTemplate(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeTemplate(db, id)),

    updateStatus: async ({ input, db }) => {
      const temp = await lockTemplate(db, input.id);
      if (temp.isDefault && input.status !== Enabled.on) throw refuse(traceRefusals.templateIsDefault);
      return switchRow(db, 'temp', input);
    },

    publish: async ({ input, db, operator }) => ({ publishVersion: await publishTemplate(db, input.id, operator.id) }),

    setDefault: async ({ input, db }) => {
      await makeDefaultTemplate(db, input.id);
      return null;
    },

    versions: async ({ input, db }) => {
      const temp = await db
        .selectFrom('temp')
        .select('publishVersion')
        .where('id', '=', input.id)
        .where('isDel', '=', 0)
        .executeTakeFirst();
      if (!temp) throw notFound();
      return db
        .selectFrom('tempVersion')
        .leftJoin('admin', 'admin.id', 'tempVersion.publishedBy')
        .where('tempVersion.tempId', '=', input.id)
        .select((row) => [
          'tempVersion.version',
          'tempVersion.publishedAt as publishTime',
          row.fn.coalesce('admin.realName', sql<string>`''`).as('publisher'),
          sql<number>`jsonb_array_length(temp_version.blocks)`.as('blockCount'),
          'tempVersion.fromVersion',
          row('tempVersion.version', '=', temp.publishVersion).$castTo<boolean>().as('isLive'),
        ])
        .orderBy('tempVersion.version', 'desc')
        .execute();
    },

    rollback: async ({ input, db, operator }) => ({
      publishVersion: await rollBackTemplate(db, input.id, input.version, operator.id),
    }),
  });
};

/** Deletes a template softly; refused while it is the default or products name it. */
const removeTemplate = async (db: Db, id: number): Promise<void> => {
  const temp = await lockTemplate(db, id);
  const used = await db
    .selectFrom('product')
    .select('id')
    .where('firmId', '=', temp.firmId)
    .where('tempId', '=', id)
    .where('isDel', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (temp.isDefault || used) throw refuse(traceRefusals.templateInUse);
  await changeRow(db, 'temp', id, { isDel: 1 });
};
