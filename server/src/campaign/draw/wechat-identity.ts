import type { Logger } from 'pino';
import { exchangeCode } from '../../account/wechat-sign-in.ts';
import type { OpenId } from '../../account/open-id.ts';
import { findPayApp } from '../../fund/merchant/pay-app.ts';
import type { Db } from '../../kit/db/database.ts';

/**
 * Whom WeChat names by a page's code, at the app that pays the cash of an activity. Nothing where the code is no good, no app is set up or
 * WeChat is not reached: the shopper can do without, until his prize is paid.
 */
export const readIdentity = async (
  { db, masterKey, log }: { db: Db; masterKey: Buffer; log: Pick<Logger, 'warn'> },
  of: { firmId: number; activityId: number },
  authCode: string,
): Promise<OpenId | undefined> => {
  if (authCode === '') return undefined;
  const app = await findPayApp(db, masterKey, of);
  if (!app?.secret) return undefined;
  try {
    const openId = await exchangeCode(app, authCode);
    return openId === undefined ? undefined : { appId: app.appId, openId };
  } catch (error) {
    log.warn({ err: error }, 'WeChat could not be asked who somebody is');
    return undefined;
  }
};
