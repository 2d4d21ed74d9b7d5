import { fieldMovesApi } from '@zhuiyuan/contract/fieldwork/field-moves';
import { accountRefusals } from '@zhuiyuan/contract/account/account-refusals';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { DeliverHead } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { lookAs, requireRunning, type Role } from '../account/require-role.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { requireEnds } from '../movement/ship/judge/require-ends.ts';
import { shipGoods } from '../movement/ship/ship-goods.ts';
import { signDeliver } from '../movement/sign/sign-deliver.ts';
import { checkPictures } from '../scan/query/check-pictures.ts';
import { checkShipping, hideHolders } from './check-shipping.ts';
import { holders, toActor, toHolder } from './holder.ts';
import { toSender } from './inspect.ts';
import { writeAs } from './write-as.ts';

type Receiver = Pick<InputOf<typeof fieldMovesApi.ship>, 'toKind' | 'toId'>;

const agents = [RoleKind.agent];

/** From the dealer to one of his shops, or a dealer below him. */
const toEnds = (role: Role, { toKind, toId }: Receiver) => {
  const { kind, id } = toHolder(role);
  return { fromKind: kind, fromId: id, toKind, toId };
};

const toHead = (
  role: Role,
  { remark = '', splits = false, ...to }: Receiver & { remark?: string; splits?: boolean },
) => {
  const { firmId: _firm, ...head } = DeliverHead.parse({ ...toEnds(role, to), remark, splits });
  return head;
};

const findEnds = async (db: Db, id: number) => {
  const doc = await db
    .selectFrom('deliver')
    .where('id', '=', id)
    .select(['id', 'fromKind', 'fromId', 'toKind', 'toId'])
    .executeTakeFirst();
  if (!doc) throw notFound();
  return doc;
};

/** Signing and sending on by dealers and shops on the phone, through the operations of the console. */
export const mountFieldMoves = (app: App): void => {
  const keyring = openKeyring(app);
  serve(app, fieldMovesApi, {
    sign: ({ input, request }) => {
      const logs = { act: DeliverAct.sign, toDoc: (db: Db) => findEnds(db, input.deliverId) };
      return writeAs(app, request, { kinds: holders, input, mayBeStopped: true, logs }, async (db, role) => {
        const isWhole = input.mode === 'all' && input.diffs.every(({ signs }) => signs);
        if (role.isStopped && !isWhole) throw refuse(accountRefusals.stopped);
        const { idemKey: _key, deliverId, ...draft } = input;
        const images = [...draft.diffs, ...draft.extra].flatMap((diff) => diff.images);
        await checkPictures(db, images, toSender(role));
        return signDeliver(db, keyring, toActor(role), { ...draft, id: deliverId });
      });
    },

    check: ({ input: { codes, splits, ...to }, request }) =>
      lookAs(app, request, agents, async (db, role) => {
        requireRunning(role);
        const ends = await requireEnds(db, role.firmId, toHead(role, to));
        return checkShipping(db, keyring, { firmId: role.firmId, codes, ends, splits });
      }),

    ship: ({ input, request }) => {
      const logs = { act: DeliverAct.ship, toDoc: (_db: Db, role: Role) => toEnds(role, input) };
      return writeAs(app, request, { kinds: agents, input, logs }, async (db, role) => {
        const { codes, idemKey: _key, ...to } = input;
        const { doc } = await shipGoods(db, keyring, toActor(role), {
          firmId: role.firmId,
          head: toHead(role, to),
          lines: codes.map((code) => ({ code, cut: [] })),
        });
        if (!doc) throw refuse(moveRefusals.notShipped);
        return doc;
      }).catch(hideHolders);
    },
  });
};
