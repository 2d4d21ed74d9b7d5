import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { Switch } from 'antd';
import { useEffect, useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';

/** A switch that shows the new state at once and goes back when the change fails or answers false (the person declined). */
export const OnOff = ({
  isOn,
  change,
  label,
  may,
  done = '修改成功',
}: {
  isOn: boolean;
  change: (isOn: boolean) => Promise<unknown>;
  label: string;
  may?: May;
  done?: string;
}) => {
  const mayUse = useMay();
  const [shown, setShown] = useState(isOn);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => setShown(isOn), [isOn]);
  const flip = async (next: boolean) => {
    setShown(next);
    setIsBusy(true);
    try {
      if ((await change(next)) === false) setShown(!next);
      else toast.success(done);
    } catch (error) {
      setShown(!next);
      toast.failure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Switch
      size="small"
      checked={shown}
      disabled={isBusy || Boolean(may && !mayUse(may))}
      aria-label={label}
      onChange={(next) => void flip(next)}
    />
  );
};
