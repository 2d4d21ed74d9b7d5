import { activityApi, type ActivityRow } from '@zhuiyuan/contract/campaign/activity/activity';
import { gameApi } from '@zhuiyuan/contract/campaign/activity/game';
import { ActivityStatus, ActScene, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { text } from '@zhuiyuan/contract/kit/fields';
import { templateApi } from '@zhuiyuan/contract/campaign/template/template';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { scanDetailApi } from '@zhuiyuan/contract/stats/scans/scan-detail';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '../../../lib/call.ts';
import { scansOf } from '../../../lib/object-addresses.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { AreaField, MoneyField, TextField } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import type { PosterText } from '../../../parts/format/draw-poster.ts';
import { PosterModal } from '../../../parts/frame/poster-modal.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { detailPage, editorOf } from './addresses.ts';
import { AddStock, type Stocked } from './add-stock.tsx';
import { isGame } from './steps.ts';
import { BoundShops } from './bound-shops.tsx';

/** What an act needs to know of the activity. */
export type ActedOn = Pick<
  ActivityRow,
  'id' | 'actName' | 'actScene' | 'status' | 'lotteryType' | 'drawCnt' | 'budgetAmount' | 'usedAmount'
>;

/** What lists show; an activity that is gone is not read again itself. */
const rowsOnly = [activityApi.list, gameApi.list, activityApi.board, activityApi.recycled];
const lists = [...rowsOnly, activityApi.info, activityApi.counts, activityApi.weights];

/** The poster of an activity that is played without a code. */
const loadPoster = async (id: number): Promise<PosterText> => {
  const [{ url }, { actName, actNo, firmName, actScene, playMode }] = await Promise.all([
    call(activityApi.qrcode, { id }, { quiet: true }),
    call(activityApi.info, { id }, { quiet: true }),
  ]);
  const hint = actScene === ActScene.interact ? `扫码玩${PlayMode.label(playMode)}` : '扫码参与积分抽奖';
  return { url, title: firmName, name: actName, number: actNo, hint };
};

const is = ({ status }: ActedOn, ...states: ActivityStatus[]): boolean => states.includes(status);

/** The dialogs that acts on activities open. */
const useActDialogs = () => {
  const [ended, setEnded] = useState<ActedOn>();
  const [raised, setRaised] = useState<ActedOn>();
  const [stocked, setStocked] = useState<Stocked>();
  const [linked, setLinked] = useState<number>();
  const [bound, setBound] = useState<ActedOn>();
  const endDraft = useDraft({
    create: activityApi.end,
    refresh: lists,
    done: { create: '操作成功' },
  });
  const templateDraft = useDraft({
    create: templateApi.from,
    refresh: [templateApi.list],
    done: { create: '已存为我的模板' },
  });
  const budgetDraft = useDraft({ create: activityApi.addBudget, refresh: lists, done: { create: '操作成功' } });
  const endSchema = useMemo(
    () => z.object({ ...activityApi.end.input.shape, reason: text('结束原因', { max: 100 }) }),
    [],
  );
  return {
    end: (activity: ActedOn) => {
      setEnded(activity);
      endDraft.open(undefined, { id: activity.id });
    },
    addBudget: (activity: ActedOn) => {
      setRaised(activity);
      budgetDraft.open(undefined, { id: activity.id });
    },
    keepAsTemplate: ({ id, actName }: ActedOn) => templateDraft.open(undefined, { id, name: actName.slice(0, 30) }),
    addStock: setStocked,
    link: setLinked,
    bindShops: setBound,
    layers: (
      <>
        <FormModal draft={{ ...endDraft, schema: endSchema }} title="提前结束" save="提前结束">
          <p className="zy-activity-ask">
            结束后不可恢复，未用预算将退回资金池，确定结束？<b>{ended?.actName}</b>
          </p>
          <AreaField name="reason" label="结束原因" placeholder="会在活动规则页公示" />
        </FormModal>
        <FormModal draft={budgetDraft} title="追加预算" save="追加">
          <p className="zy-activity-ask">
            <b>{raised?.actName}</b> 现有预算 {moneyText(raised?.budgetAmount ?? 0)} 元，已用{' '}
            {moneyText(raised?.usedAmount ?? 0)} 元
          </p>
          <MoneyField name="amount" label="追加金额" help="从活动的资金池划拨" />
        </FormModal>
        <FormModal draft={templateDraft} title="存为模板" save="保存">
          <TextField
            name="name"
            label="模板名称"
            help="保存玩法、奖级与概率、参与限制和文案，不含库存、预算与投放对象"
          />
        </FormModal>
        <PosterModal id={linked} close={() => setLinked(undefined)} title="投放二维码" load={loadPoster} />
        <BoundShops activity={bound} close={() => setBound(undefined)} />
        <AddStock of={stocked} close={() => setStocked(undefined)} refresh={lists} />
      </>
    ),
  };
};

/**
 * What one can do with an activity in its state, with the questions word for word; `layers` are the dialogs. `gone` hears when the
 * activity went to the recycle bin.
 */
export const useActivityActs = ({ from = '', gone }: { from?: string; gone?: () => void } = {}): {
  of: (
    activity: ActedOn,
  ) => Record<
    | 'edit'
    | 'view'
    | 'link'
    | 'scans'
    | 'copy'
    | 'template'
    | 'publish'
    | 'withdraw'
    | 'pause'
    | 'resume'
    | 'budget'
    | 'stock'
    | 'shops'
    | 'end'
    | 'remove',
    Act | undefined
  >;
  layers: ReactNode;
} => {
  const navigate = useNavigate();
  const run = { refresh: lists };
  const copy = useAct(activityApi.copy, { ...run, done: '创建成功' });
  const publish = useAct(activityApi.publish, run);
  const withdraw = useAct(activityApi.withdraw, run);
  const pause = useAct(activityApi.pause, run);
  const resume = useAct(activityApi.resume, run);
  const remove = useAct(activityApi.remove, { refresh: rowsOnly, done: '删除成功' });
  const dialogs = useActDialogs();

  const of = (activity: ActedOn) => {
    const { id } = activity;
    const onlyIf = (holds: boolean, act: Act): Act | undefined => (holds ? act : undefined);
    const { draft, planned, running, paused, ended: over } = ActivityStatus;
    return {
      edit: onlyIf(is(activity, draft, planned, running, paused), {
        label: '编辑',
        may: activityApi.update.may,
        run: () => navigate(`${editorOf(activity)}/${id}${activity.actScene === ActScene.interact ? '' : from}`),
      }),
      view: onlyIf(!is(activity, draft), {
        label: '详情',
        may: activityApi.counts.may,
        run: () => navigate(detailPage(id)),
      }),
      link: onlyIf(activity.lotteryType === LotteryType.points && !is(activity, draft), {
        label: '链接/二维码',
        may: activityApi.qrcode.may,
        run: () => dialogs.link(id),
      }),
      // Nobody scans a game.
      scans: onlyIf(!is(activity, draft) && !isGame(activity), {
        label: '扫码明细',
        may: scanDetailApi.list.may,
        run: () => navigate(scansOf({ activityId: id })),
      }),
      copy: {
        label: '复制',
        may: activityApi.copy.may,
        confirm: '确定复制该活动？',
        run: () => copy({ id }),
      },
      // A template fills in what a code pays for.
      template: onlyIf(!is(activity, ActivityStatus.recycled) && !isGame(activity), {
        label: '存为模板',
        may: templateApi.from.may,
        run: () => dialogs.keepAsTemplate(activity),
      }),
      publish: onlyIf(is(activity, draft), {
        label: '发布',
        may: activityApi.publish.may,
        confirm: '发布后奖品与概率只能作有利于消费者的调整，确定发布？',
        run: () => publish({ id }),
      }),
      withdraw: onlyIf(is(activity, planned), {
        label: '撤回',
        may: activityApi.withdraw.may,
        confirm: '撤回后活动回到草稿，已锁定的预算退回资金池，确定撤回？',
        run: () => withdraw({ id }),
      }),
      pause: onlyIf(is(activity, running), {
        label: '暂停',
        may: activityApi.pause.may,
        confirm: '暂停后消费者将无法抽奖，确定暂停？',
        run: () => pause({ id }),
      }),
      resume: onlyIf(is(activity, paused), {
        label: '恢复',
        may: activityApi.resume.may,
        confirm: '恢复后消费者可以继续抽奖，确定恢复？',
        run: () => resume({ id }),
      }),
      budget: onlyIf(is(activity, planned, running, paused) && activity.budgetAmount > 0, {
        label: '追加预算',
        may: activityApi.addBudget.may,
        run: () => dialogs.addBudget(activity),
      }),
      stock: onlyIf(is(activity, planned, running, paused), {
        label: '追加库存',
        may: activityApi.addStock.may,
        run: () => dialogs.addStock({ id, actName: activity.actName }),
      }),
      shops: {
        label: '绑定门店',
        may: bindingApi.list.may,
        run: () => dialogs.bindShops(activity),
      },
      end: onlyIf(is(activity, running, paused), {
        label: '提前结束',
        may: activityApi.end.may,
        destructive: true,
        asksItself: true,
        run: () => dialogs.end(activity),
      }),
      remove: onlyIf(is(activity, draft, planned, over), {
        label: '删除',
        may: activityApi.remove.may,
        destructive: true,
        confirm: '确定删除当前数据',
        run: async () => {
          await remove({ id });
          gone?.();
        },
      }),
    };
  };
  return {
    of,
    layers: dialogs.layers,
  };
};
