import type { Endpoint, DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button } from 'antd';
import Eye from 'icon:eye';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { May } from '../feedback/may.tsx';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';
import { toast } from '../../lib/toast.ts';
import './claim.css';

const Lines = ({ of }: { of: readonly string[] }) => (
  <div className="zy-claim-lines">
    {of.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

/** What tells of a person: masked until who may read it asks for it. Each look is logged. */
export const PlainFacts = <E extends Endpoint>({
  endpoint,
  input,
  masked,
  toPlain,
}: {
  endpoint: E;
  input: QueryOf<E>;
  masked: readonly string[];
  toPlain: (data: DataOf<E>) => readonly string[];
}) => {
  const [isBusy, lock] = useSubmitLock();
  const [data, setData] = useState<DataOf<E>>();
  if (data !== undefined) return <Lines of={toPlain(data)} />;
  const look = () =>
    lock(async () => {
      try {
        setData(await call(endpoint, input));
      } catch (error) {
        toast.failure(error);
      }
    });
  return (
    <>
      <Lines of={masked} />
      <May of={endpoint.may}>
        <Button
          size="small"
          loading={isBusy}
          icon={<Eye size={14} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => void look()}
        >
          查看明文
        </Button>
      </May>
    </>
  );
};
