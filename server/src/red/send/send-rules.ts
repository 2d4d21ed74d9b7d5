import type { SendRules } from '@zhuiyuan/contract/red/send/red-send';
import type { Db } from '../../kit/db/database.ts';
import { readSettings } from '../../settings/read-setting.ts';
import { settingDefaults } from '../../settings/setting-forms.ts';

const passwordKey = 'manual.send_password';
/** The setting above which another person has to let packets go. */
export const reviewKey = 'manual.four_eyes_amount';

/** Its first value, fen. */
export const firstReviewAbove = Number(settingDefaults.get(reviewKey));

const isFen = (stored: string): boolean => /^\d{1,12}$/.test(stored);

/** What packets sent by hand need, as the platform has set it: what is empty or cannot be read counts as its first value. */
export const readSendRules = async (db: Db): Promise<SendRules> => {
  const stored = await readSettings(db, [passwordKey, reviewKey]);
  return {
    asksPassword: stored[passwordKey] !== '0',
    reviewAbove: isFen(stored[reviewKey]) ? Number(stored[reviewKey]) : firstReviewAbove,
  };
};
