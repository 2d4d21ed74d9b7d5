import type { ScanAnswer } from '@zhuiyuan/contract/codes/public-trace';
import { Blocks } from '@zhuiyuan/contract/trace/temp-blocks';
import { Theme } from '@zhuiyuan/contract/trace/temp-theme';
import type { Db } from '../kit/database.ts';

export type Template = NonNullable<ScanAnswer['template']>;

/** A stored content as pages get it, without hidden blocks; null when it cannot be read any more. */
export const templateFrom = ({
  version,
  blocks,
  theme,
}: {
  version: number;
  blocks: unknown;
  theme: unknown;
}): Template | null => {
  const read = Blocks.safeParse(blocks);
  const look = Theme.safeParse(theme);
  if (!read.success || !look.success) return null;
  return { version, blocks: read.data.filter(({ hidden }) => !hidden), theme: look.data };
};

/** The published template of a product: its own while that is enabled, else its firm's default, else null. */
export const templateOf = async (db: Db, { firmId, productId }: { firmId: number; productId: number }) => {
  const found = await db
    .selectFrom('temp')
    .innerJoin('tempVersion as live', (join) =>
      join.onRef('live.tempId', '=', 'temp.id').onRef('live.version', '=', 'temp.publishVersion'),
    )
    .where('temp.firmId', '=', firmId)
    .where('temp.isDel', '=', 0)
    .where('temp.status', '=', 0)
    .where((row) =>
      row.or([
        row('temp.isDefault', '=', true),
        row('temp.id', '=', row.selectFrom('product').select('product.tempId').where('product.id', '=', productId)),
      ]),
    )
    .select(['live.version', 'live.blocks', 'live.theme'])
    // its own before the default
    .orderBy(
      (row) =>
        row('temp.id', '=', row.selectFrom('product').select('product.tempId').where('product.id', '=', productId)),
      (order) => order.desc().nullsLast(),
    )
    .limit(1)
    .executeTakeFirst();
  return found ? templateFrom(found) : null;
};

/** Whether a page has a place for the product's long text. */
export const wantsText = (template: Template | null): boolean =>
  Boolean(template?.blocks.some((block) => block.kind === 'product' && block.facts.includes('detail')));
