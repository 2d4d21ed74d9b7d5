import { templateApi, type Industry, type TemplateRow } from '@zhuiyuan/contract/campaign/template/template';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { at, by, contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { times } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { readActivity } from '../activity/read-activity.ts';
import {
  copyTemplate,
  insertTemplate,
  removeTemplate,
  storedTemplate,
  templateConstraints,
  templateOf,
  updateTemplate,
} from './template-writes.ts';

/** 活动模板: what new activities are begun with, the system's and each firm's own. */
export const mountTemplateOfActivity = (app: App): void => {
  refuseOn(app, templateConstraints);
  serve(app, templateApi, {
    list: ({ input, db }) => findPage(db, input, matching(db, input), asRows),
    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'actTemplate').select(['id', 'name', 'firmId', playMode]),
        { id: 'actTemplate.id', words: ['actTemplate.name'] },
        input,
      ),
    info: async ({ input, db }) => {
      const row = await asRows(matching(db, {}).where('actTemplate.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },
    save: ({ input, db, operator }) =>
      insertTemplate(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),
    update: {
      stored: ({ row, db }) => storedTemplate(db, row),
      change: ({ input: { id, version, ...draft }, db }) => updateTemplate(db, id, draft, version),
    },
    remove: async ({ input, db }) => {
      await removeTemplate(db, input.id);
      return null;
    },
    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeTemplate(db, id)),
    copy: ({ input, db, operator }) =>
      copyTemplate(db, input.id, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),
    from: async ({ input, db, operator }) => templateOf(db, await readActivity(db, input.id), input.name, operator.id),
  });
};

const playMode = sql<TemplateRow['playMode']>`act_template.play_mode`.as('playMode');

const matching: Matching<'actTemplate', Partial<InputOf<typeof templateApi.list>>> = matchingBy(
  'actTemplate',
  (db) => live(db, 'actTemplate'),
  {
    firmId: eq,
    isSystem: by(
      (isSystem: boolean) => [isSystem],
      (_row, isSystem) => sql<boolean>`(act_template.firm_id = 0) = ${isSystem}`,
    ),
    playMode: eq,
    industry: by(
      (industry: string) => [industry],
      (_row, industry) => sql<boolean>`${industry} = any(act_template.industries)`,
    ),
    keyword: at(contains, 'name', 'summary'),
  },
);

const asRows = (query: SelectQueryBuilder<DB, 'actTemplate', object>) =>
  query
    .select((row) => [
      'actTemplate.id',
      'actTemplate.firmId',
      sql<string>`coalesce((select firm.name from firm where firm.id = act_template.firm_id), '')`.as('firmName'),
      sql<boolean>`act_template.firm_id = 0`.as('isSystem'),
      'actTemplate.name',
      playMode,
      sql<Industry[]>`act_template.industries`.as('industries'),
      'actTemplate.cover',
      'actTemplate.summary',
      sql<TemplateRow['preset']>`act_template.preset`.as('preset'),
      row
        .selectFrom('activity')
        .select(({ fn }) => fn.countAll<number>().as('useCount'))
        .whereRef('activity.templateId', '=', 'actTemplate.id')
        .$asScalar()
        .$notNull()
        .as('useCount'),
      'actTemplate.version',
      ...times('actTemplate'),
    ])
    .orderBy('actTemplate.id', 'desc');
