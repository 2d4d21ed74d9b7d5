import { activityApi, type ActivityRow } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActScene, ActivityStatus, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { below, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { savedLast } from '../../kit/db/rows.ts';
import { eachRow } from '../../kit/each-row.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { invalid, notFound, refuse, stale } from '../../kit/refusal.ts';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import {
  copyActivity,
  insertActivity,
  purgeActivity,
  recoverActivity,
  recycleActivity,
  rewriteDraft,
  storedActivity,
} from './activity-writes.ts';
import { editPublished } from './edit-published.ts';
import { asActivityRows, matchingActivities, type ActivityFilters } from './find-activities.ts';
import { isForGames, ownScene, requireScene } from './games-only.ts';
import { listEpochs } from './list-epochs.ts';
import { listStockMoves } from './list-stock-moves.ts';
import { listOps } from './list-ops.ts';
import { findPlayLink } from './play-link.ts';
import { pickActivities } from './pick-activities.ts';
import { addStock, raiseWeights, switchTier } from './change-tiers.ts';
import { countRegions, readCurve } from './read-curve.ts';
import { testBias } from '../fair/test-bias.ts';
import { requireActivity } from './require-activity.ts';
import {
  addBudget,
  checkActivity,
  endActivity,
  pauseActivity,
  publishActivity,
  resumeActivity,
  withdrawActivity,
} from './publish-activity.ts';
import { countActivity, countStates, listWeights, readActivity } from './read-activity.ts';
import { listRecycled } from './list-recycled.ts';

/** Lottery activities, as staff make, publish and watch them. */
export const mountActivity = (app: App): void => {
  const { masterKey } = app.config;
  mountExporter(app, exporter);
  serve(app, activityApi, {
    list: ({ input, db, operator }) =>
      findPage(db, input, matchingActivities(db, { ...input, ...ownScene(operator) }), asActivityRows),
    listAll: ({ input, db, operator }) => pickActivities(db, input, ownScene(operator)),
    info: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'list', input.id);
      return readActivity(db, input.id);
    },
    counts: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'list', input.id);
      return countActivity(db, input.id);
    },
    board: async ({ input, db, operator }) => ({
      ...(await countStates(db, { ...input, ...ownScene(operator) })),
      ...(await firmFigures(db, input.firmId)),
    }),

    save: ({ input, db, operator }) => {
      if (isForGames(operator, 'save') && input.actScene !== ActScene.interact)
        throw invalid('actScene', '只能新增互动游戏');
      return insertActivity(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id });
    },

    update: {
      stored: async ({ row, db }) => {
        const { budgetAmount, ...stored } = await storedActivity(db, row);
        return { ...stored, budgetAmount: budgetAmount === 0 ? null : budgetAmount };
      },
      change: async ({ input: { id, version, ...draft }, db, operator }) => {
        const row = await live(db, 'activity')
          .where('id', '=', id)
          .select(['firmId', 'status', 'version'])
          .executeTakeFirst();
        if (!row) throw notFound();
        await requireScene(db, operator, 'update', id);
        if (isForGames(operator, 'update') && draft.actScene !== ActScene.interact)
          throw invalid('actScene', '只能编辑互动游戏');
        if (version !== undefined && version !== row.version) throw stale(await savedLast(db, 'activity', id));
        if (row.status === ActivityStatus.draft) return rewriteDraft(db, row.firmId, id, draft);
        if (row.status > ActivityStatus.paused) throw refuse(activityRefusals.isEnded);
        const { budgetAmount, ...stored } = await storedActivity(db, id);
        const before = ActivityDraft.parse({ ...stored, budgetAmount: budgetAmount === 0 ? null : budgetAmount });
        return editPublished(db, masterKey, { id, firmId: row.firmId, before, draft }, operator.id);
      },
    },

    copy: ({ input, db, operator }) => copyActivity(db, input.id, operator.id),

    check: async ({ input: { id, ...draft }, db, operator }) => {
      const known =
        id === undefined
          ? undefined
          : await live(db, 'activity').where('id', '=', id).select('firmId').executeTakeFirst();
      if (id !== undefined && !known) throw notFound();
      if (id !== undefined) await requireScene(db, operator, 'list', id);
      const firmId = known?.firmId ?? operator.firmId ?? draft.firmId;
      if (!firmId) throw invalid('firmId', '请选择所属企业');
      return checkActivity(db, firmId, draft, id ?? null);
    },

    publish: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'publish', input.id);
      return publishActivity(db, masterKey, input.id, operator.id);
    },
    withdraw: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'publish', input.id);
      return withdrawActivity(db, input.id, operator.id);
    },
    pause: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'pause', input.id);
      return pauseActivity(db, input.id);
    },
    resume: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'pause', input.id);
      return resumeActivity(db, masterKey, input.id);
    },
    end: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'end', input.id);
      return endActivity(db, input.id, { reason: 'MANUAL', text: input.reason }, operator.id);
    },
    addBudget: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'update', input.id);
      return addBudget(db, input, operator.id);
    },
    addStock: ({ input, db, operator }) => addStock(db, input, operator.id),
    tierStatus: ({ input, db }) => switchTier(db, input),
    saveWeights: ({ input, db, operator }) => raiseWeights(db, masterKey, input, operator.id),
    qrcode: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'list', input.id);
      return findPlayLink(db, input.id, app.config.publicUrl);
    },
    weights: async ({ input, db, operator }) => {
      await requireActivity(db, input.id);
      await requireScene(db, operator, 'list', input.id);
      return listWeights(db, input.id);
    },
    epochs: async ({ input, db }) => {
      await requireActivity(db, input.id);
      return listEpochs(db, input);
    },

    curve: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'list', input.id);
      return readCurve(db, input.id, input.by);
    },
    regions: async ({ input, db, operator }) => {
      await requireActivity(db, input.id);
      await requireScene(db, operator, 'list', input.id);
      return countRegions(db, input.id);
    },
    bias: async ({ input, db }) => {
      await requireActivity(db, input.id);
      return testBias(db, input.id);
    },
    ops: async ({ input, db, operator }) => {
      await requireActivity(db, input.id);
      await requireScene(db, operator, 'list', input.id);
      return listOps(db, input);
    },

    stockMoves: async ({ input, db, operator }) => {
      await requireActivity(db, input.id);
      await requireScene(db, operator, 'list', input.id);
      return listStockMoves(db, input);
    },

    remove: async ({ input, db, operator }) => {
      await requireScene(db, operator, 'delete', input.id);
      await recycleActivity(db, input.id, operator.id);
      return null;
    },
    removeMany: ({ input, db, operator }) =>
      eachRow(input.ids, async (id) => {
        await requireScene(db, operator, 'delete', id);
        await recycleActivity(db, id, operator.id);
      }),
    recycled: ({ input, db }) => listRecycled(db, input),
    recover: ({ input, db }) => eachRow(input.ids, (id) => recoverActivity(db, id)),
    purge: ({ input, db }) => eachRow(input.ids, (id) => purgeActivity(db, id)),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

/** Of all activities of a firm, or of all firms: those that run and that will, what was drawn and won since midnight, what budgets have left; fen. */
const firmFigures = async (db: Db, firmId: number | undefined) => {
  const today = sql<boolean>`drawn_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;
  const drawn = await db
    .selectFrom('draw')
    .where(today)
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .select([
      ({ fn }) => fn.countAll<number>().as('todayDraws'),
      sql<number>`coalesce(sum(amount), 0)::bigint`.as('todayWinAmount'),
    ])
    .executeTakeFirstOrThrow();
  const { remain } = await db
    .selectFrom('activityBudget')
    .innerJoin('activity', 'activity.id', 'activityBudget.activityId')
    .$if(firmId !== undefined, (query) => query.where('activityBudget.firmId', '=', firmId!))
    .select(sql<number>`coalesce(sum(remain), 0)::bigint`.as('remain'))
    .executeTakeFirstOrThrow();
  const states = await live(db, 'activity')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '=', ActivityStatus.running).as('running'),
      fn.countAll<number>().filterWhere('status', '=', ActivityStatus.planned).as('planned'),
    ])
    .executeTakeFirstOrThrow();
  return { ...drawn, ...states, budgetRemain: remain };
};

const exporter: Exporter<ActivityRow, ActivityFilters> = {
  biz: 'activity',
  title: '抽奖活动',
  may: activityApi.export.may,
  columns: [
    { title: '活动编号', width: 18, cell: (row) => row.actNo },
    { title: '活动名称', width: 30, cell: (row) => row.actName },
    { title: '抽奖类型', cell: (row) => LotteryType.label(row.lotteryType) },
    { title: '玩法', cell: (row) => PlayMode.label(row.playMode) },
    { title: '开始时间', width: 20, cell: (row) => row.startAt ?? '' },
    { title: '结束时间', width: 20, cell: (row) => row.endAt ?? '' },
    { title: '状态', cell: (row) => ActivityStatus.label(row.status) },
    { title: '活动预算（元）', fen: true, cell: (row) => row.budgetAmount },
    { title: '已用预算（元）', fen: true, cell: (row) => row.usedAmount },
    { title: '抽奖次数', cell: (row) => row.drawCnt },
    { title: '中奖次数', cell: (row) => row.winCnt },
    { title: '奖品剩余', cell: (row) => row.stockLeft },
    { title: '奖品总数', cell: (row) => row.stockTotal },
    { title: '渠道', width: 20, cell: (row) => row.channelName },
    { title: '创建人', cell: (row) => row.createName },
    { title: '创建时间', width: 20, cell: (row) => row.createTime },
  ],
  filters: activityApi.export.input,
  page: (db, filters, after, limit) =>
    asActivityRows(matchingActivities(db, filters)).where('activity.id', '<', below(after)).limit(limit).execute(),
};
