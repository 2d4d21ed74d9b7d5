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
  const [isShownOn, setIsShownOn] = useState(isOn);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => setIsShownOn(isOn), [isOn]);
  const flip = async (next: boolean) => {
    setIsShownOn(next);
    setIsBusy(true);
    try {
      if ((await change(next)) === false) setIsShownOn(!next);
      else toast.success(done);
    } catch (error) {
      setIsShownOn(!next);
      toast.failure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Switch
      size="small"
      checked={isShownOn}
      disabled={isBusy || Boolean(may && !mayUse(may))}
      aria-label={label}
      onChange={(next) => void flip(next)}
    />
  );
};
