import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { DeliverAct, LineMode } from '@zhuiyuan/contract/movement/move-enums';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, serve, type Call } from '../../kit/http/serve.ts';
import { invalid, notFound, refuseOn } from '../../kit/refusal.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import { once } from '../once.ts';
import { staffActor } from '../staff-actor.ts';
import { cancelCodes } from './cancel-codes.ts';
import { cancelDeliver } from './cancel-deliver.ts';
import { checkCancel } from './check-cancel.ts';
import { checkOne } from './check-one.ts';
import { deliverImporter } from './deliver-import.ts';
import { logRefused } from '../document/log-refused.ts';
import { checkLines } from './judge/check-lines.ts';
import { requireEnds } from './judge/require-ends.ts';
import { toLines } from './pick-lines.ts';
import { checkMayShip, readCalled, requireDoc, shipCalled } from './ship-calls.ts';
import type { ShipDraft } from './ship-goods.ts';
import { countPrint, storedLogistics, updateLogistics } from '../document/update-logistics.ts';

/** Shipping: goods move from one to another by a document, and come back. */
export const mountShip = (app: App): void => {
  const keyring = openKeyring(app);
  mountImporter(app, deliverImporter(keyring));
  refuseOn(app, { deliver_ext_no_uq: () => invalid('head.extNo', '外部单号已存在') });

  const cancelScanned =
    (isBox: boolean) =>
    ({ input, db, operator }: Call<typeof shipApi.aloneCancel>) => {
      const actor = staffActor(operator);
      const run = () => db.transaction().execute((tx) => cancelCodes(tx as Db, keyring, actor, { ...input, isBox }));
      return operator.firmId === null
        ? retried(run)
        : logRefused(db, operator.firmId, actor, DeliverAct.cancel, {}, () => retried(run));
    };

  serve(app, shipApi, {
    scanCheck: async ({ input, db, operator }) => {
      const { firmId, head, doc } = await readCalled(db, operator, input);
      const ends = await requireEnds(db, firmId, doc);
      const about = { splits: head?.splits ?? false, orderId: doc.orderId ?? null };
      return checkLines(db, keyring, firmId, input.lines, ends, about);
    },
    scanSave: async ({ input, db, operator }) => {
      const { bizType } = await readCalled(db, operator, input);
      const { head, deliverId, ...draft } = input;
      // A line need not say its kind: only its code does.
      const permit: ShipDraft['permit'] = (lines) => checkMayShip(operator, bizType, lines);
      return requireDoc(await shipCalled(db, keyring, operator, { head, deliverId }, { ...draft, permit }));
    },
    aloneSave: async ({ input: { head, codes, ...draft }, db, operator }) => {
      const lines = codes.map((code) => ({ mode: LineMode.item, code, cut: [] }));
      return requireDoc(await shipCalled(db, keyring, operator, { head }, { ...draft, lines }));
    },
    boxSave: async ({ input: { head, codes, ...draft }, db, operator }) => {
      const lines = codes.map((code) => ({ mode: LineMode.box, code, cut: [] }));
      return requireDoc(await shipCalled(db, keyring, operator, { head }, { ...draft, lines }));
    },
    batchSave: async ({ input: { head, pick, policy, ...draft }, db, operator }) => {
      checkMayShip(operator, head.bizType, []);
      if (pick.mode === PickMode.file) {
        const { firmId } = head;
        const queue = await startImport(app, { db, operator }, 'deliver', {
          firmId,
          fileUrl: pick.fileUrl,
          params: { head },
          stopOnError: false,
          again: false,
          idemKey: draft.idemKey,
        });
        const { taskId } = await db.transaction().execute((transaction) => queue({ db: transaction as Db }));
        return { docs: [], fail: 0, taskId };
      }
      const onBad = policy === ConflictPolicy.skip ? 'cut' : 'refuse';
      const lines = await toLines(db, keyring, pick);
      const { doc, fail } = await shipCalled(db, keyring, operator, { head }, { ...draft, lines, onBad });
      return { docs: doc ? [doc] : [], fail, taskId: null };
    },
    check: ({ input, db, operator }) => checkOne(db, keyring, operator, input),
    updateLogistics: {
      stored: ({ row, db }) => storedLogistics(db, row),
      change: ({ input: { idemKey: _key, ...input }, db, operator }) =>
        updateLogistics(db, staffActor(operator), input),
    },
    cancel: async ({ input, db, operator }) => {
      const { firmId, doc } = await readCalled(db, operator, { deliverId: input.id });
      const actor = staffActor(operator);
      return logRefused(db, firmId, actor, DeliverAct.cancel, { doc }, () =>
        retried(() => db.transaction().execute((tx) => cancelDeliver(tx as Db, keyring, actor, input))),
      );
    },
    aloneCancel: cancelScanned(false),
    boxCancel: cancelScanned(true),
    cancelCheck: ({ input, db }) => checkCancel(db, keyring, input.codes, input.isBox),
    printed: ({ input, db, operator }) =>
      onceFor(db, 'print', input, ({ id }) => countPrint(db, staffActor(operator), id)),
  });
};

/** Changes a document once under the sender's key. */
const onceFor = async <Input extends { id: number; idemKey?: string }, Answer extends object>(
  db: Db,
  act: string,
  input: Input,
  work: (input: Input) => Promise<Answer>,
): Promise<Answer> => {
  const doc = await db.selectFrom('deliver').select('firmId').where('id', '=', input.id).executeTakeFirst();
  if (!doc) throw notFound();
  const { idemKey, ...asked } = input;
  return once(db, { firmId: doc.firmId, idemKey, request: { call: `deliver/${act}`, ...asked } }, () => work(input));
};
