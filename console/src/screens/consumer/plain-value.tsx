import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { May } from '../../parts/feedback/may.tsx';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';

const shownMs = 30_000;

/** What is masked, and for half a minute what it is, for who may read it. Each look is logged. */
export const PlainValue = ({ id, field, masked }: { id: number; field: 'nickName' | 'phone'; masked: string }) => {
  const [isBusy, lock] = useSubmitLock();
  const [value, setValue] = useState<string>();
  useEffect(() => {
    if (value === undefined) return undefined;
    const timer = setTimeout(() => setValue(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [value]);
  if (value !== undefined)
    return (
      <>
        <span>{value}</span>
        <small className="zy-consumer-logged">已记录本次查看</small>
      </>
    );
  const look = () =>
    lock(async () => {
      try {
        setValue((await call(consumerApi.plain, { id, field })).value);
      } catch (error) {
        toast.failure(error);
      }
    });
  return (
    <>
      <span>{masked}</span>
      <May of={consumerApi.plain.may}>
        <button type="button" className="zy-link" disabled={isBusy} onClick={() => void look()}>
          查看明文
        </button>
      </May>
    </>
  );
};
