import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { ListedTemplate } from './official-account.ts';

/** Keeps which templates a firm's apps have now; those that are not listed any more stay, marked, as settings may name them. */
export const keepTemplates = async (
  db: Db,
  firmId: number,
  listed: readonly { appId: string; templates: readonly ListedTemplate[] }[],
): Promise<void> => {
  const rows = listed
    .flatMap(({ appId, templates }) => templates.map((one) => ({ appId, ...one })))
    .toSorted((a, b) => `${a.appId} ${a.templateNo}`.localeCompare(`${b.appId} ${b.templateNo}`));
  await db
    .updateTable('messageTemplate')
    .set({ isGone: true })
    .where('firmId', '=', firmId)
    .where((row) =>
      row.not(
        row.exists(
          sql`(select from unnest(${rows.map(({ appId }) => appId)}::text[], ${rows.map(({ templateNo }) => templateNo)}::text[]) kept (app, no)
            where kept.app = message_template.app_id and kept.no = message_template.template_no)`,
        ),
      ),
    )
    .execute();
  if (rows.length === 0) return;
  await db
    .insertInto('messageTemplate')
    .values(
      rows.map(({ appId, templateNo, title, content, example }) => ({
        firmId,
        appId,
        templateNo,
        title: title.slice(0, 64),
        content: content.slice(0, 2000),
        example: example.slice(0, 2000),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'appId', 'templateNo']).doUpdateSet({
        title: sql<string>`excluded.title`,
        content: sql<string>`excluded.content`,
        example: sql<string>`excluded.example`,
        isGone: false,
        syncedAt: sql<string>`now()`,
      }),
    )
    .execute();
};
