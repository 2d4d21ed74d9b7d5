import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { selectFilter, together, type Filter } from '../../parts/list/filters.tsx';
import { useAgentFilter } from '../../parts/pickers/agent-input.tsx';
import { useOptions } from '../../parts/pickers/firm-field.tsx';

type Name = 'fromKind' | 'fromId' | 'toKind' | 'toId';

/** What of a list's search these filters read and change. */
interface Searched {
  values: Readonly<Record<string, string | undefined>>;
  set: (values: Partial<Record<Name, string | undefined>>) => void;
}

/** Sender or receiver: first its kind, then, where that has several, which one of them. Another kind forgets the one chosen. */
export const usePartyFilter = (search: Searched, side: 'from' | 'to'): Filter<Name>[] => {
  const [kindName, idName] = side === 'from' ? (['fromKind', 'fromId'] as const) : (['toKind', 'toId'] as const);
  const label = side === 'from' ? '发货方' : '收货方';
  const shops = useOptions('shop');
  const agent = useAgentFilter<Name>(idName, label);
  const kind = selectFilter<Name>(kindName, `${label}类型`, Holder);
  const chosen = search.values[kindName];
  return together<Name>(
    {
      ...kind,
      control: (props) =>
        kind.control({ ...props, set: (next) => search.set({ [kindName]: next, [idName]: undefined }) }),
    },
    ...(chosen === String(Holder.agent) ? [agent] : []),
    ...(chosen === String(Holder.shop) ? [selectFilter<Name>(idName, label, shops)] : []),
  );
};
