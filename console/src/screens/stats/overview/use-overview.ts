import { overviewOf } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import { usualTime } from '@zhuiyuan/contract/stats/screens/stat-api';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';

/** Whose figures, and of when. */
export interface Of {
  dateLimit: string;
  firmId?: number;
}

/** What an overview asks, as its address has it, and how to change it; what is no time and no number asks nothing. */
export const useOverviewOf = (): [Of, (change: Partial<Record<keyof Of, string | number | undefined>>) => void] => {
  const isPlatform = useIsPlatform();
  const [address, setAddress] = useSearchParams();
  const of = useMemo((): Of => {
    const time = overviewOf.dateLimit.safeParse(address.get('dateLimit') ?? undefined);
    const firm = overviewOf.firmId.safeParse(address.get('firmId') ?? undefined);
    return {
      dateLimit: (time.success && time.data) || usualTime,
      ...(isPlatform && firm.success && firm.data && { firmId: firm.data }),
    };
  }, [address, isPlatform]);
  const put = (change: Partial<Record<keyof Of, string | number | undefined>>) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(change))
          if (value === undefined || value === usualTime) next.delete(name);
          else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  return [of, put];
};
