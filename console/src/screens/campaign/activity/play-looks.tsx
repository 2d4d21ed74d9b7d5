import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import Egg from 'icon:egg';
import Grid3x3 from 'icon:grid-3x3';
import LoaderPinwheel from 'icon:loader-pinwheel';
import ScanLine from 'icon:scan-line';
import TicketPercent from 'icon:ticket-percent';
import type { IconType } from '../../../parts/icon/make-icon.tsx';

/** What stands for each way of playing. */
export const playIcons: Record<PlayMode, IconType> = {
  [PlayMode.direct]: ScanLine,
  [PlayMode.wheel]: LoaderPinwheel,
  [PlayMode.grid]: Grid3x3,
  [PlayMode.scratch]: TicketPercent,
  [PlayMode.egg]: Egg,
};
