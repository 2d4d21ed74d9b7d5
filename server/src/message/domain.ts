import type { Domain } from '../kit/http/domain.ts';
import { tellPayout, tellVerified, tellRedemption } from './tell-events.ts';
import { tellWon, mountReminders } from './tell-claims.ts';
import { mountMessage } from './message.ts';
import { mountMessageSetting } from './message-setting.ts';
import { mountMyMessages } from './my-messages.ts';
import { workMessages } from './send-messages.ts';

/** Messages to consumers: what staff see, write and set, the shopper's own page, the worker, and the reminders. */
export const message = {
  mounts: [mountMessage, mountMessageSetting, mountMyMessages, mountReminders, workMessages],
  hears: {
    'payout.turned': [tellPayout],
    'prizes.won': [tellWon],
    'prize.verified': [tellVerified],
    'redemption.turned': [tellRedemption],
  },
} satisfies Domain;
