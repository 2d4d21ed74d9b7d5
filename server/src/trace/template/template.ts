import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Blocks } from '@zhuiyuan/contract/trace/template/template-blocks';
import { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { makeDefaultTemplate, publishTemplate, rollBackTemplate } from './publish-template.ts';
import {
  copyTemplate,
  insertTemplate,
  lockTemplate,
  removeTemplate,
  updateTemplate,
  templateConstraints,
} from './template-writes.ts';

/** Trace-page templates: a draft that is edited, and the published versions shoppers see. */
export const mountTemplate = (app: App): void => {
  refuseOn(app, templateConstraints);
  serve(app, templateApi, {
    list: ({ input, db }) => findPage(db, input, matchingTemplates(db, input), asTemplateRows),

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'temp').select(['id', 'name', 'firmId', 'status', 'isDefault', 'publishVersion']),
        { id: 'temp.id', words: ['temp.name'] },
        input,
      ),

    info: async ({ input, db }) => {
      const template = await asTemplateRows(matchingTemplates(db, {}).where('temp.id', '=', input.id))
        .select(['temp.blocks', 'temp.theme'])
        .executeTakeFirst();
      if (!template) throw notFound();
      return { ...template, blocks: Blocks.parse(template.blocks), theme: Theme.parse(template.theme) };
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
      const template = await lockTemplate(db, input.id);
      if (template.isDefault && input.status !== Enabled.on) throw refuse(traceRefusals.templateIsDefault);
      return switchRow(db, 'temp', input);
    },

    publish: async ({ input, db, operator }) => ({ publishVersion: await publishTemplate(db, input.id, operator.id) }),

    setDefault: async ({ input, db }) => {
      await makeDefaultTemplate(db, input.id);
      return null;
    },

    versions: async ({ input, db }) => {
      const template = await live(db, 'temp').select('publishVersion').where('id', '=', input.id).executeTakeFirst();
      if (!template) throw notFound();
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
          row('tempVersion.version', '=', template.publishVersion).$castTo<boolean>().as('isLive'),
        ])
        .orderBy('tempVersion.version', 'desc')
        .limit(mostVersions)
        .execute();
    },

    rollback: async ({ input, db, operator }) => ({
      publishVersion: await rollBackTemplate(db, input.id, input.version, operator.id),
    }),
  });
};

/** The most versions that are shown, the newest first. */
const mostVersions = 1000;

type Templates = SelectQueryBuilder<DB, 'temp', object>;

const matchingTemplates: Matching<'temp', Omit<InputOf<typeof templateApi.list>, 'page' | 'limit'>> = matchingBy(
  'temp',
  (db) => live(db, 'temp'),
  { firmId: eq, name: contains, status: eq },
);

/** Adds what a card shows: the default of a firm first, then the newest. */
const asTemplateRows = (query: Templates) =>
  query
    .select((row) => [
      'temp.id',
      'temp.firmId',
      firmName('temp'),
      'temp.name',
      'temp.cover',
      'temp.isDefault',
      // Products that name no template have the firm's default one.
      row(
        live(row, 'product')
          .select(({ fn }) => fn.countAll<number>().as('own'))
          .whereRef('product.tempId', '=', 'temp.id')
          .$asScalar()
          .$notNull(),
        '+',
        row
          .case()
          .when('temp.isDefault', '=', true)
          .then(
            live(row, 'product')
              .select(({ fn }) => fn.countAll<number>().as('others'))
              .whereRef('product.firmId', '=', 'temp.firmId')
              .where('product.tempId', 'is', null)
              .$asScalar()
              .$notNull(),
          )
          .else(0)
          .end(),
      ).as('productCount'),
      'temp.publishVersion',
      'temp.publishedAt as publishTime',
      'temp.hasChanges',
      sql<string>`coalesce(temp.theme ->> 'color', '')`.as('color'),
      sql<string[]>`jsonb_path_query_array(temp.blocks, '$[*] ? (@.hidden == false).kind')`.as('kinds'),
      'temp.status',
      'temp.version',
      ...times('temp'),
    ])
    .orderBy('temp.isDefault', 'desc')
    .orderBy('temp.id', 'desc');
