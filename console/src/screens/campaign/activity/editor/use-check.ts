import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { useMay } from '../../../../lib/session.ts';
import { issuesOf, sent } from '../../../../parts/form/issues.ts';
import { useSettled } from '../../../../parts/frame/use-settled.ts';
import type { Values } from '../values.ts';
import type { ActivityCheck } from '../rows.ts';

const waitMs = 600;
const stillNameless = '未命名';

type Draft = QueryOf<typeof activityApi.check>;

/** The draft as it is asked about; a name that is not there yet stands against nothing. */
const toAsked = (values: Values, id: number | undefined): string => {
  const isNamed = (values.actName ?? '').trim().length >= 2;
  return JSON.stringify(sent({ ...values, ...(!isNamed && { actName: stillNameless }), id }));
};

/**
 * What stands against publishing what is typed, found 600 ms after the last change; the last answer stays while the next one is on its
 * way. Nothing is asked as long as a field holds what the server would not take. `ask` asks at once, and answers nothing then.
 */
export const useCheck = (
  values: Values,
  { id, isOn, needsFirm }: { id: number | undefined; isOn: boolean; needsFirm: boolean },
): { found: ActivityCheck | undefined; ask: () => Promise<ActivityCheck | undefined> } => {
  const may = useMay();
  const mayAsk = isOn && may(activityApi.check.may);
  const isWhole = (draft: Draft) =>
    (!needsFirm || draft.firmId !== undefined) && issuesOf(activityApi.check.input, draft).length === 0;
  const now = toAsked(values, id);
  const asked = useSettled(now, waitMs);
  const draft = JSON.parse(asked) as Draft;
  const query = useQuery({
    queryKey: [activityApi.check.path, asked],
    queryFn: () => call(activityApi.check, draft, { quiet: true }),
    enabled: mayAsk && isWhole(draft),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  const ask = async () => {
    const current = JSON.parse(now) as Draft;
    return mayAsk && isWhole(current) ? call(activityApi.check, current, { quiet: true }) : undefined;
  };
  return { found: query.data, ask };
};
