import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { PageTemplate } from '@zhuiyuan/contract/trace/template/page-template';
import { Blocks } from '@zhuiyuan/contract/trace/template/template-blocks';
import { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { rememberFixed } from '../../kit/db/remember.ts';

/** A stored content as pages get it, without hidden blocks; null when it cannot be read any more. */
export const toPageTemplate = ({
  version,
  blocks,
  theme,
}: {
  version: number;
  blocks: unknown;
  theme: unknown;
}): PageTemplate | null => {
  const read = Blocks.safeParse(blocks);
  const look = Theme.safeParse(theme);
  if (!read.success || !look.success) return null;
  return { version, blocks: read.data.filter(({ hidden }) => !hidden), theme: look.data };
};

const contents = rememberFixed(async (db, named: readonly number[]) => {
  const [templateId, version] = named as [number, number];
  const found = await db
    .selectFrom('tempVersion')
    .where('tempId', '=', templateId)
    .where('version', '=', version)
    .select(['version', 'blocks', 'theme'])
    .executeTakeFirst();
  return found ? toPageTemplate(found) : null;
});

/** The content of a template in a version, as {@link liveTemplate} names them; null when it cannot be read any more. */
export const templateContent = (db: Db, named: readonly number[] | null): Promise<PageTemplate | null> =>
  named ? contents(db, named) : Promise.resolve(null);

/**
 * Which template, in which version, shoppers get for a product: its own while that is enabled, else its firm's default. An
 * expression of a statement; both arguments are columns of it.
 */
export const liveTemplate = (firmId: string, templateId: string) => sql<number[] | null>`(
  select array[t.id, t.publish_version] from temp t
  where t.firm_id = ${sql.ref(firmId)} and t.is_del = 0 and t.status = ${sql.lit(Enabled.on)} and t.publish_version > 0
    and (t.is_default or t.id = ${sql.ref(templateId)})
  order by t.id = ${sql.ref(templateId)} desc nulls last limit 1)`;

/** The published template of a product: its own while that is enabled, else its firm's default, else null. */
export const findTemplate = async (db: Db, { firmId, productId }: { firmId: number; productId: number }) => {
  const product = await db
    .selectFrom('product')
    .where('firmId', '=', firmId)
    .where('id', '=', productId)
    .select(liveTemplate('product.firm_id', 'product.temp_id').as('live'))
    .executeTakeFirst();
  return templateContent(db, product?.live ?? null);
};

/** Whether a page has a place for the product's long text. */
export const wantsText = (template: PageTemplate | null): boolean =>
  Boolean(template?.blocks.some((block) => block.kind === 'product' && block.facts.includes('detail')));
