import type { Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import type { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawnCover, TemplateDraft } from '@zhuiyuan/contract/campaign/template/template';
import { templateRefusals } from '@zhuiyuan/contract/campaign/template/template-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, notFound, refuse, type Constraints } from '../../kit/refusal.ts';

/** What the database refuses of them, in words. */
export const templateConstraints: Constraints = {
  act_template_name_uq: () => invalid('name', '模板名称已存在'),
};

/** A template as a change of it is written, locked. */
export const storedTemplate = async (db: Db, id: number) => {
  await requireOwn(db, id, templateRefusals.systemFixed);
  return lockRow(db, 'actTemplate', id, ['name', 'playMode', 'industries', 'cover', 'summary', 'preset']);
};

/** Refuses the system's; 404 of what is none, or of another firm. */
const requireOwn = async (db: Db, id: number, refusal: RefusalText): Promise<void> => {
  const row = await live(db, 'actTemplate').where('id', '=', id).select('firmId').executeTakeFirst();
  if (!row) throw notFound();
  if (row.firmId === 0) throw refuse(refusal);
};

const toColumns = ({ firmId: _firm, preset, ...draft }: TemplateDraft) => ({
  ...draft,
  preset: JSON.stringify(preset),
});

/** Makes a template of a firm. */
export const insertTemplate = (
  db: Db,
  draft: TemplateDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> =>
  db
    .insertInto('actTemplate')
    .values({ ...toColumns(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

/** Replaces a template's fields. 409 when `version` is not the row's; the system's are refused. */
export const updateTemplate = async (
  db: Db,
  id: number,
  draft: TemplateDraft,
  version: number | undefined,
): Promise<Saved> => {
  await requireOwn(db, id, templateRefusals.systemFixed);
  await lockRow(db, 'actTemplate', id, [], version);
  return changeRow(db, 'actTemplate', id, toColumns(draft));
};

/** Deletes a template of a firm softly; activities that began with it stay. The system's are refused. */
export const removeTemplate = async (db: Db, id: number): Promise<void> => {
  await requireOwn(db, id, templateRefusals.systemStays);
  await lockRow(db, 'actTemplate', id);
  await changeRow(db, 'actTemplate', id, { isDel: 1 });
};

const mostLetters = 30;

/** Makes a firm's own twin of a template, of the system or its own: under the same name, or `…-副本` where that is taken. */
export const copyTemplate = async (
  db: Db,
  id: number,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  const source = await live(db, 'actTemplate')
    .where('id', '=', id)
    .where('firmId', 'in', [0, firmId])
    .select(['name', 'playMode', 'industries', 'cover', 'summary', 'preset'])
    .executeTakeFirst();
  if (!source) throw notFound();
  const taken = new Set(
    (await live(db, 'actTemplate').where('firmId', '=', firmId).select('name').execute()).map(({ name }) => name),
  );
  const nameOf = (count: number): string => {
    const suffix = count === 0 ? '' : count === 1 ? '-副本' : `-副本${count}`;
    // Not in the middle of a letter that takes two places.
    const name = source.name.slice(0, mostLetters - suffix.length).replace(/[\uD800-\uDBFF]$/, '') + suffix;
    return taken.has(name) ? nameOf(count + 1) : name;
  };
  return insertTemplate(db, TemplateDraft.parse({ ...source, name: nameOf(0) }), { firmId, operatorId });
};

const valueOf = ({ prizeType, amountMax, points }: Activity['tiers'][number]): number => {
  if (prizeType === PrizeType.cash) return amountMax;
  return prizeType === PrizeType.points ? points : 0;
};

/** Makes a template of an activity's way of playing, prizes, limits and texts. */
export const templateOf = (db: Db, activity: Activity, name: string, operatorId: number): Promise<Saved> => {
  const tiers = activity.tiers
    .filter(({ prizeType }) => prizeType !== PrizeType.none)
    .map((tier) => ({ ...tier, value: valueOf(tier) }));
  if (tiers.length === 0) throw invalid('id', '活动还没有奖级，不能存为模板');
  const parsed = TemplateDraft.safeParse({
    name,
    playMode: activity.playMode,
    cover: activity.bgImage || drawnCover(activity.playMode as PlayMode),
    preset: { ...activity, tiers },
  });
  if (!parsed.success) throw invalid('id', parsed.error.issues[0]?.message ?? '活动内容不完整，不能存为模板');
  return insertTemplate(db, parsed.data, { firmId: activity.firmId, operatorId });
};
