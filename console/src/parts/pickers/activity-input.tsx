import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { prizeApi } from '@zhuiyuan/contract/campaign/prize/prize';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { call } from '../../lib/call.ts';
import type { Filter } from '../list/filters.tsx';
import { foundFilter, FoundSelect, mostFound, type FoundProps, type FoundSource } from './found-select.tsx';

const activities = [activityApi.listAll.path];
const prizes = [prizeApi.listAll.path];
const bindable = [bindingApi.bindable.path];

const activitySource: FoundSource = {
  key: activities,
  find: async (keywords) =>
    (await call(activityApi.listAll, { keywords }, { quiet: true }))
      .slice(0, mostFound)
      .map(({ id, actName, status }) => ({ value: id, label: actName, note: ActivityStatus.label(status) })),
  nameOf: async (id) => (await call(activityApi.listAll, { ids: [id] }, { quiet: true }))[0]?.actName ?? `活动 ${id}`,
};

const prizeSource: FoundSource = {
  key: prizes,
  find: async (keywords) =>
    (await call(prizeApi.listAll, { keywords }, { quiet: true }))
      .slice(0, mostFound)
      .map(({ id, name }) => ({ value: id, label: name })),
  nameOf: async (id) => (await call(prizeApi.listAll, { ids: [id] }, { quiet: true }))[0]?.name ?? `奖品 ${id}`,
};

const ActivityInput = (props: FoundProps) => (
  <FoundSelect placeholder="请选择活动" {...props} source={activitySource} nothing="没有这个活动" />
);
const PrizeInput = (props: FoundProps) => (
  <FoundSelect placeholder="请选择奖品" {...props} source={prizeSource} nothing="没有这个奖品" />
);

const bindableSource = (shopId: number | undefined): FoundSource => ({
  key: [...bindable, shopId],
  find: async (keywords) =>
    (await call(bindingApi.bindable, { keywords, shopId }, { quiet: true }))
      .filter(({ bound }) => !bound)
      .slice(0, mostFound)
      .map(({ id, actName, status }) => ({ value: id, label: actName, note: ActivityStatus.label(status) })),
  nameOf: async (id) => (await call(bindingApi.bindable, { ids: [id] }, { quiet: true }))[0]?.actName ?? `活动 ${id}`,
});

/** One of the published activities; of one shop, those it is not bound to yet. Goes into an `OwnField`. */
export const BindableInput = ({ shopId, ...props }: FoundProps & { shopId: number | undefined }) => (
  <FoundSelect
    placeholder="请选择活动"
    {...props}
    source={bindableSource(shopId)}
    nothing="没有可绑定的活动，或已全部绑定"
  />
);

/** Filter by an activity, for who may see them. */
export const activityFilter = <N extends string>(name: N, label = '活动'): Filter<N> => ({
  ...foundFilter(name, label, ActivityInput, activities),
  may: activityApi.listAll.may,
});

/** Filter by a prize, for who may see them. */
export const prizeFilter = <N extends string>(name: N, label = '奖品'): Filter<N> => ({
  ...foundFilter(name, label, PrizeInput, prizes),
  may: prizeApi.listAll.may,
});
