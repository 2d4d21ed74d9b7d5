import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { useMay } from '../../../../lib/session.ts';
import { issuesOf, sent } from '../../../../parts/form/issues.ts';
import { useSettled } from '../../../../parts/frame/use-settled.ts';
import type { Values } from './values.ts';
import type { ActivityCheck } from '../rows.ts';

const waitMs = 600;
const stillNameless = '未命名';

/**
 * What stands against publishing what is typed, found 600 ms after the last change; the last answer stays while the next one is on its
 * way. Nothing is asked as long as a field holds what the server would not take.
 */
export const useCheck = (
  values: Values,
  { id, isOn, needsFirm }: { id: number | undefined; isOn: boolean; needsFirm: boolean },
): ActivityCheck | undefined => {
  const may = useMay();
  const named = (values.actName ?? '').trim().length >= 2 ? values : { ...values, actName: stillNameless };
  const asked = useSettled(JSON.stringify(sent({ ...named, id })), waitMs);
  const draft = JSON.parse(asked) as QueryOf<typeof activityApi.check>;
  const query = useQuery({
    queryKey: [activityApi.check.path, asked],
    queryFn: () => call(activityApi.check, draft, { quiet: true }),
    enabled:
      isOn &&
      may(activityApi.check.may) &&
      (!needsFirm || draft.firmId !== undefined) &&
      issuesOf(activityApi.check.input, draft).length === 0,
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  return query.data;
};
