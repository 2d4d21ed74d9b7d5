import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { adminApi } from '@zhuiyuan/contract/access/admin';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { pageOf } from '../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { asAdminRows } from './admin-rows.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { insertAdmin, lockAdmin, lockAdminBelow, storedAdmin, updateAdmin } from './save-admin.ts';

refuseOn({
  admin_account_uq: () => {
    const { accountTaken } = accessRefusals;
    return refuse(accountTaken, {}, { fields: [{ field: 'account', message: accountTaken[1] }] });
  },
});

const matching = (db: Db, { realName, roles, status, firmId }: InputOf<typeof adminApi.list>) => {
  let query = db.selectFrom('admin');
  if (realName)
    query = query.where(({ or, eb }) =>
      or([eb('admin.realName', 'ilike', containing(realName)), eb('admin.account', 'ilike', containing(realName))]),
    );
  if (status !== undefined) query = query.where('admin.status', '=', status);
  if (firmId !== undefined) query = query.where('admin.firmId', '=', firmId);
  if (roles)
    query = query.where('admin.id', 'in', db.selectFrom('adminRole').select('adminId').where('roleId', '=', roles));
  return query;
};

/** 管理员列表: the staff of the platform and of firms. */
export const mountAdmin = (app: App): void =>
  serve(app, adminApi, {
    list: async ({ input, db }) => {
      const page = await pageOf(db, input, matching(db, input), (query) =>
        asAdminRows(query).orderBy('admin.id', 'desc'),
      );
      return { ...page, list: page.list.map((row) => ({ ...row, phone: maskPhone(row.phone) })) };
    },

    save: async ({ input, db, operator }) => {
      await insertAdmin(db, input, operator);
      return null;
    },

    update: {
      stored: ({ row, db }) => storedAdmin(db, row),
      change: async ({ input, db, operator }) => {
        await updateAdmin(db, input, operator);
        return null;
      },
    },

    info: async ({ input, db }) => {
      const admin = await asAdminRows(
        db.selectFrom('admin').where('admin.id', '=', input.id).where('admin.isDel', '=', false),
      ).executeTakeFirst();
      if (!admin) throw notFound('管理员不存在');
      return admin;
    },

    remove: async ({ input, db, operator }) => {
      const admin = await lockAdminBelow(db, input.id, operator);
      await db
        .updateTable('admin')
        .set((row) => ({ isDel: true, status: false, version: row('version', '+', 1), updatedAt: row.fn('now') }))
        .where('id', '=', admin.id)
        .execute();
      await revokeSessions(db, [admin.id]);
      return null;
    },

    updateStatus: async ({ input, db, operator }) => {
      const admin = await lockAdminBelow(db, input.id, operator);
      await db
        .updateTable('admin')
        .set((row) => ({ status: input.status, version: row('version', '+', 1), updatedAt: row.fn('now') }))
        .where('id', '=', admin.id)
        .execute();
      await revokeSessions(db, [admin.id]);
      return null;
    },

    updateSms: async ({ input, db, operator }) => {
      const admin = await (input.id === operator.id ? lockAdmin(db, input.id) : lockAdminBelow(db, input.id, operator));
      if (!admin.phone && !admin.isSms) throw refuse(accessRefusals.phoneMissing);
      await db
        .updateTable('admin')
        .set((row) => ({ isSms: !admin.isSms, version: row('version', '+', 1), updatedAt: row.fn('now') }))
        .where('id', '=', admin.id)
        .execute();
      return null;
    },
  });
