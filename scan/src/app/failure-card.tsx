import { useLayoutEffect } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import { CodeText } from '../parts/code-text.tsx';
import { useBusy } from '../parts/form.tsx';

/** No answer came for a code: asks again on a tap, and where the connection was lost as soon as it is back. */
export const FailureCard = ({
  code,
  isOffline,
  again,
}: {
  code: string;
  isOffline: boolean;
  again: () => Promise<void>;
}) => {
  const [isBusy, run] = useBusy();
  const latest = useLatest(() => {
    if (!isBusy) void run(again);
  });
  useLayoutEffect(() => {
    if (!isOffline) return undefined;
    const retry = (): void => latest.current();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isOffline, latest]);
  return (
    <div className="card centred">
      <CodeText code={code} />
      <button type="button" className="button solid" disabled={isBusy} onClick={() => latest.current()}>
        {isBusy ? '重试中' : '重试'}
      </button>
    </div>
  );
};
