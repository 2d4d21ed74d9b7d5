import type { DB } from '../kit/db/database-types.gen.ts';
import type { SelectQueryBuilder } from 'kysely';
import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { LoginOutcome } from '@zhuiyuan/contract/access/login-log';
import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import type { App } from '../kit/http/app-context.ts';
import { findPage } from '../kit/db/paging.ts';
import { refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { announceSessionChange } from '../kit/http/session.ts';
import { readToken } from '../kit/http/token.ts';
import { acceptPassword } from './accept-password.ts';
import { changeAdmin } from './change-admin.ts';
import { fitsPassword } from './hash-password.ts';
import { lockAdmin } from './admin-writes.ts';
import { setPassword } from './set-password.ts';

/** 个人中心: profile, password and login log of the signed-in person. */
export const mountOwnAccount = (app: App): void =>
  serve(app, ownAccountApi, {
    update: {
      stored: ({ db, operator }) =>
        db
          .selectFrom('admin')
          .select(['realName', 'avatar', 'phone'])
          .where('id', '=', operator.id)
          .forUpdate()
          .executeTakeFirstOrThrow(),
      change: async ({ input, db, operator }) => {
        await changeAdmin(db, operator.id, input);
        await announceSessionChange(db, [operator.id]);
        return null;
      },
    },

    updatePassword: async ({ input, db, operator, request }) => {
      const admin = await lockAdmin(db, operator.id);
      if (!(await fitsPassword(admin.passwordHash, input.oldPassword))) {
        const { passwordWrong } = accessRefusals;
        throw refuse(passwordWrong, {}, { fields: [{ field: 'oldPassword', message: passwordWrong[1] }] });
      }
      const whose = { ...admin, field: 'password', formerHash: admin.passwordHash };
      const passwordHash = await acceptPassword(db, input.password, whose);
      // Who is asked for another password has just signed in and goes on from there.
      const keptToken = admin.mustChangePassword ? readToken(request) : undefined;
      await setPassword(db, admin, { passwordHash, isOwn: true, keptToken });
      return null;
    },

    loginLog: async ({ input, db, operator }) => {
      const page = await findPage(db, input, db.selectFrom('loginLog').where('adminId', '=', operator.id), asLogins);
      return { ...page, list: page.list.map((row) => ({ ...row, outcome: LoginOutcome.schema.parse(row.outcome) })) };
    },
  });

const asLogins = (query: SelectQueryBuilder<DB, 'loginLog', object>) =>
  query.select(['id', 'at as time', 'ip', 'location', 'userAgent', 'outcome']).orderBy('id', 'desc');
