import { accountRefusals } from '@zhuiyuan/contract/account/account-refusals';
import { readRoleKey, roleHeader, toRoleKey, type RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { atMost } from '../kit/at-most.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { retried } from '../kit/http/serve.ts';
import { forbidden, invalid, refuse, Refusal } from '../kit/refusal.ts';
import { requireAccount } from './account-session.ts';
import { requireParty, type Party } from './role.ts';

/** Who calls from a phone. */
export interface Role extends Party {
  accountId: number;
  /** The firm has stopped the party: it may look, and sign whole documents. */
  isStopped: boolean;
}

/** Writing calls from phones that run at once: the other connections stay with shoppers' queries. */
const writing = atMost(2, 64);

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * Whose call from a phone this is: the account of its token, acting in the role of header X-Role, which is held against the
 * account's bindings each time. 61137 when it is not bound to it any more, 403 when its firm is disabled, or for other kinds
 * of roles than the call is for.
 */
export const requireRole = async (
  { shopperDb: db }: Pick<App, 'shopperDb'>,
  request: FastifyRequest,
  kinds?: readonly RoleKind[],
): Promise<Role> => {
  const accountId = await requireAccount(db, request);
  const named = readRoleKey(header(request, roleHeader));
  if (!named) throw invalid('role', '请选择身份');
  const held = await db
    .selectFrom('roleBinding')
    .select('firmId')
    .where('accountId', '=', accountId)
    .where('roleKind', '=', named.kind)
    .where('roleId', '=', named.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (!held) throw refuse(accountRefusals.roleEnded);
  const party = await requireParty(db, named);
  if (party.firmStatus !== Enabled.on) throw forbidden();
  if (kinds && !kinds.includes(party.kind)) throw new Refusal(Code.forbidden, codeText[Code.forbidden]!);
  return { ...party, accountId, isStopped: party.status !== Enabled.on };
};

/** Refuses what a stopped party may not do. */
export const requireRunning = (role: Role): void => {
  if (role.isStopped) throw refuse(accountRefusals.stopped);
};

/** Looks something up in a role, seeing its firm alone. */
export const lookAs = async <T>(
  app: App,
  request: FastifyRequest,
  kinds: readonly RoleKind[] | undefined,
  look: (db: Db, role: Role) => Promise<T>,
): Promise<T> => {
  const role = await requireRole(app, request, kinds);
  return look(app.shopperDbOfFirm(role.firmId), role);
};

/** The number by which a phone names its request: `idemKey` of the body, else the header Idempotency-Key, else one of its own. */
const requestKey = (request: FastifyRequest, sent: string | undefined): string => {
  const key = sent ?? header(request, 'idempotency-key');
  if (!key) return randomUUID();
  if (key.length < 8 || key.length > 64) throw invalid('idemKey', '请求编号不正确');
  return key;
};

/**
 * Changes something in a role, seeing its firm alone, in one transaction. Sent again under the same number it answers what it
 * answered before and does nothing; with another content it is refused. A refused request leaves no number behind.
 */
export const writeAs = async <T extends object>(
  app: App,
  request: FastifyRequest,
  { kinds, input }: { kinds?: readonly RoleKind[]; input: object & { idemKey?: string } },
  change: (db: Db, role: Role, idemKey: string) => Promise<T>,
): Promise<T> => {
  const role = await requireRole(app, request, kinds);
  const idemKey = requestKey(request, input.idemKey);
  const { idemKey: _key, ...content } = input;
  const reqHash = createHash('sha256')
    .update(JSON.stringify([request.url.replace(/^\/api/, ''), toRoleKey(role), content]))
    .digest('hex');
  const { accountId } = role;
  return writing(() =>
    retried(() =>
      app
        .shopperDbOfFirm(role.firmId)
        .transaction()
        .execute(async (transaction) => {
          const db = transaction as Db;
          const isNew = await db
            .insertInto('roleAnswer')
            .values({ accountId, idemKey, firmId: role.firmId, reqHash })
            .onConflict((conflict) => conflict.columns(['accountId', 'idemKey']).doNothing())
            .returning('idemKey')
            .executeTakeFirst();
          const known = db.selectFrom('roleAnswer').where('accountId', '=', accountId).where('idemKey', '=', idemKey);
          if (!isNew) {
            const former = await known.select(['reqHash', 'answer']).executeTakeFirst();
            if (former?.reqHash.trim() !== reqHash) throw refuse(codeRefusals.idemOther);
            return former.answer as T;
          }
          const answer = await change(db, role, idemKey);
          await db
            .updateTable('roleAnswer')
            .set({ answer: JSON.stringify(answer) })
            .where('accountId', '=', accountId)
            .where('idemKey', '=', idemKey)
            .execute();
          return answer;
        }),
    ),
  );
};
