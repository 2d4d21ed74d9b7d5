import { toRoleKey, type RoleKind } from '@zhuiyuan/contract/account/role-kind';
import type { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { holdBinding, requireRole, requireRunning, sentHeader, type Role } from '../account/require-role.ts';
import { atMost } from '../kit/at-most.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { retried } from '../kit/http/serve.ts';
import { invalid } from '../kit/refusal.ts';
import { once } from '../movement/once.ts';
import { type LoggedDoc, logRefused } from '../movement/document/log-moves.ts';
import { toActor } from './holder.ts';

/** Writing calls from phones that run at once in a process: the other connections stay with shoppers' queries. */
const writing = atMost(2, 64);

/** The number by which a phone names its request: `idemKey` of the body, else the header Idempotency-Key. */
const requestKey = (request: FastifyRequest, role: Role, sent: string | undefined): string | undefined => {
  const key = sent ?? sentHeader(request, 'idempotency-key');
  if (!key) return undefined;
  if (key.length < 8 || key.length > 64) throw invalid('idemKey', '请求编号不正确');
  return createHash('sha256').update(`${role.accountId} ${key}`).digest('hex');
};

interface Writing {
  kinds: readonly RoleKind[];
  input: object & { idemKey?: string };
  /** A stopped party may do it too. */
  mayBeStopped?: boolean;
  /** An act on goods, whose refusals are logged with the document or its ends. */
  logs?: {
    act: (typeof DeliverAct.options)[number]['value'];
    toDoc: (db: Db, role: Role) => Promise<LoggedDoc> | LoggedDoc;
  };
}

/**
 * Changes something in a role, seeing its firm alone, in one transaction. Sent again under the same number it answers what it
 * answered before and does nothing; with another content it is refused. A refused request leaves no number behind.
 */
export const writeAs = async <T extends object>(
  app: App,
  request: FastifyRequest,
  { kinds, input, mayBeStopped = false, logs }: Writing,
  change: (db: Db, role: Role) => Promise<T>,
): Promise<T> => {
  const role = await requireRole(app, request, kinds);
  if (!mayBeStopped) requireRunning(role);
  const { idemKey, ...content } = input;
  const asked = {
    firmId: role.firmId,
    idemKey: requestKey(request, role, idemKey),
    request: [request.url.replace(/^\/api/, ''), toRoleKey(role), content],
  };
  const db = app.shopperDbOfFirm(role.firmId);
  const run = (): Promise<T> =>
    retried(() =>
      db.transaction().execute(async (transaction) => {
        await holdBinding(transaction as Db, role);
        return once(transaction as Db, asked, () => change(transaction as Db, role));
      }),
    );
  return writing(async () => {
    if (!logs) return run();
    return logRefused(db, role.firmId, toActor(role), logs.act, { doc: await logs.toDoc(db, role) }, run);
  });
};
