import type { Block } from '@zhuiyuan/contract/trace/template/template-blocks';
import type { TemplateDraft } from '@zhuiyuan/contract/trace/template/template';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import { live } from '../../kit/db/live.ts';
import { cleanHtml } from '../../kit/clean-html.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, notFound, refuse, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';

/** What the database refuses of them, in words. */
export const templateConstraints: Constraints = { temp_name_uq: () => invalid('name', '名称已存在') };

const clean = (blocks: Block[]): Block[] =>
  blocks.map((block) => (block.kind === 'rich' ? { ...block, html: cleanHtml(block.html) } : block));

const toColumns = ({ name, cover, blocks, theme }: TemplateDraft) => ({
  name,
  cover,
  blocks: JSON.stringify(clean(blocks)),
  theme: JSON.stringify(theme),
});

/** Locks a template that is not deleted; 404 otherwise. */
export const lockTemplate = async (db: Db, id: number) => {
  const template = await live(db, 'temp').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!template) throw notFound();
  return template;
};

/** Makes an unpublished template of a firm. */
export const insertTemplate = (
  db: Db,
  draft: TemplateDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> =>
  db
    .insertInto('temp')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

/** Replaces the draft; shoppers go on seeing the published version. 409 when `version` is not the row's. */
export const updateTemplate = async (
  db: Db,
  id: number,
  draft: TemplateDraft,
  version: number | undefined,
): Promise<Saved> => {
  await lockRow(db, 'temp', id, [], version);
  const columns = toColumns(draft);
  return changeRow(db, 'temp', id, {
    ...columns,
    hasChanges: sql<boolean>`has_changes or blocks <> ${columns.blocks}::jsonb or theme <> ${columns.theme}::jsonb`,
  });
};

const longestName = 30;

/** Makes an unpublished twin of a template's draft named `…-副本`, or `…-副本2` and so on while that is taken. */
export const copyTemplate = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const source = await lockTemplate(db, id);
  const taken = new Set(
    (
      await live(db, 'temp')
        .select('name')
        .where('firmId', '=', source.firmId)
        .where('name', 'like', '%-副本%')
        .execute()
    ).map(({ name }) => name),
  );
  const named = (count: number) => {
    const suffix = count === 1 ? '-副本' : `-副本${count}`;
    return source.name.slice(0, longestName - suffix.length) + suffix;
  };
  let count = 1;
  while (taken.has(named(count))) count += 1;
  return db
    .insertInto('temp')
    .values({
      firmId: source.firmId,
      name: named(count),
      cover: source.cover,
      blocks: JSON.stringify(source.blocks),
      theme: JSON.stringify(source.theme),
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** Deletes a template softly; refused while it is the default or products name it. */
export const removeTemplate = async (db: Db, id: number): Promise<void> => {
  const template = await lockTemplate(db, id);
  const used = await live(db, 'product')
    .select('id')
    .where('firmId', '=', template.firmId)
    .where('tempId', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (template.isDefault || used) throw refuse(traceRefusals.templateInUse);
  await changeRow(db, 'temp', id, { isDel: 1 });
};
