import { Button, Tooltip } from 'antd';
import Maximize from 'icon:maximize';
import Minimize from 'icon:minimize';
import { useSyncExternalStore } from 'react';
import { toast } from '../../lib/toast.ts';

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

const toggle = async (): Promise<void> => {
  if (!document.fullscreenEnabled) return toast.warning('当前浏览器不支持全屏');
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    toast.warning('当前浏览器不支持全屏');
  }
};

/** Fills the whole screen, or goes back; warns where the browser cannot. */
export const FullscreenButton = () => {
  const isFull = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
  const label = isFull ? '退出全屏' : '全屏';
  const Icon = isFull ? Minimize : Maximize;
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        className="top-icon"
        aria-label={label}
        icon={<Icon size={16} strokeWidth={1.6} />}
        onClick={() => void toggle()}
      />
    </Tooltip>
  );
};
