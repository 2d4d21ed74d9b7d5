import type { App } from '../kit/http/app-context.ts';
import { mountMessage } from './message.ts';
import { mountMessageSetting } from './message-setting.ts';
import { mountMyMessages } from './my-messages.ts';
import { workMessages } from './send-messages.ts';
import { mountReminders } from './tell-claims.ts';

/** Messages to consumers: what staff see, write and set, the shopper's own page, the worker, and the reminders. */
export const mountMessages = (app: App): void => {
  mountMessage(app);
  mountMessageSetting(app);
  mountMyMessages(app);
  mountReminders(app);
  workMessages(app);
};
