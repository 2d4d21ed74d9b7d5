import { LayoutSetting } from '@zhuiyuan/contract/access/layout-setting';
import { lockedText, sessionApi, sessionRefusals } from '@zhuiyuan/contract/access/session';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { ask } from '../kit/db/events.ts';
import type { App } from '../kit/http/app-context.ts';
import { notFound, Refusal, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { announceSessionChange, hashToken } from '../kit/http/session.ts';
import { heldTokens, readToken } from '../kit/http/token.ts';
import { chatScript, loginPicture, siteConfig } from '../settings/site-config.ts';
import { asAdminRows } from './admin.ts';
import { makeCaptcha, takeCaptcha } from './captcha.ts';
import { findOwnMenus } from './find-own-menus.ts';
import { endSessions } from './revoke-sessions.ts';
import { signIn } from './sign-in.ts';

declare module '../kit/db/events.ts' {
  interface Questions {
    /** What staff of a firm have to know of it after signing in; '' where there is nothing. */
    'admin.firm-notice': { asks: { firmId: number }; answers: string };
  }
}

/** What an earlier release kept in another form counts as nothing kept. */
const keptLayout = LayoutSetting.nullable().catch(null);

/** Signing in and out, the signed-in person, and what pages need before anybody has signed in. */
export const mountSession = (app: App): void =>
  serve(app, sessionApi, {
    captcha: async ({ db }) => {
      if (!app.config.captcha) return { key: '', code: '' };
      const { key, picture } = await makeCaptcha(db);
      return { key, code: picture };
    },

    loginPicture: ({ db }) => loginPicture(db),
    siteConfig: ({ db }) => siteConfig(db, app.config),

    chatScript: async ({ db, reply }) => {
      reply.type('application/javascript; charset=utf-8').header('cache-control', 'no-store');
      return chatScript(db);
    },

    login: async ({ input, db, request }) => {
      if (app.config.captcha || input.key) {
        const taken = await takeCaptcha(db, input.key, input.code);
        if (taken !== 'right')
          throw refuse(taken === 'wrong' ? sessionRefusals.captchaWrong : sessionRefusals.captchaUnknown);
      }
      const signedIn = await signIn(db, input.account, input.pwd, {
        ip: request.address,
        userAgent: request.headers['user-agent'] ?? '',
        formerTokens: heldTokens(request),
      });
      if (signedIn.outcome === 'done') return { ...signedIn.admin, token: signedIn.token };
      if (signedIn.outcome === 'locked') throw new Refusal(Code.tooOften, lockedText);
      throw refuse(
        signedIn.outcome === 'disabled' ? sessionRefusals.accountDisabled : sessionRefusals.accountOrPasswordWrong,
      );
    },

    admin: async ({ db, operator, request }) => {
      const row = await asAdminRows(db.selectFrom('admin').where('admin.id', '=', operator.id))
        .select('admin.layout')
        .executeTakeFirst();
      if (!row) throw notFound();
      return {
        ...row,
        layout: keptLayout.parse(row.layout),
        firmNotice: row.firmId === null ? '' : await ask(db, 'admin.firm-notice', { firmId: row.firmId }),
        roles: operator.roles,
        permissionsList: [...operator.permissions],
        token: readToken(request),
      };
    },

    saveLayout: async ({ input, db, operator }) => {
      await db
        .updateTable('admin')
        .set({ layout: input.layout ? JSON.stringify(input.layout) : null })
        .where('id', '=', operator.id)
        .execute();
      return null;
    },

    menus: ({ db, operator }) => findOwnMenus(db, operator),

    logout: async ({ db, operator, request }) => {
      await endSessions(db)
        .where('tokenHash', '=', hashToken(readToken(request)))
        .execute();
      await announceSessionChange(db, [operator.id]);
      return null;
    },

    // No provider of billable services is connected, so nobody is signed in there.
    isLogin: () => ({ status: false }),
  });
