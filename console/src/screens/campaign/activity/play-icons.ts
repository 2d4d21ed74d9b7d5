import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { Egg, Grid3x3, LoaderPinwheel, ScanLine, TicketPercent, type LucideIcon } from 'lucide-react';

/** What stands for each way of playing. */
export const playIcons: Record<PlayMode, LucideIcon> = {
  [PlayMode.direct]: ScanLine,
  [PlayMode.wheel]: LoaderPinwheel,
  [PlayMode.grid]: Grid3x3,
  [PlayMode.scratch]: TicketPercent,
  [PlayMode.egg]: Egg,
};
