import { rangeToRun } from '../../codes/state/ranges.ts';
import { PickMode, type Pick } from '@zhuiyuan/contract/codes/pick/pick';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { DeliverAct, LineMode, BizType } from '@zhuiyuan/contract/movement/move-enums';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { LineState } from '@zhuiyuan/contract/movement/ship/scan-check';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { openKeyring, type Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, serve, type Call } from '../../kit/http/serve.ts';
import { invalid, notFound, refuseOn, refuse } from '../../kit/refusal.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import { once } from '../once.ts';
import { staffActor } from '../actor.ts';
import { logRefused } from '../document/log-moves.ts';
import { countPrint, storedLogistics, updateLogistics } from '../document/update-logistics.ts';
import type { Operator } from '../../kit/operator.ts';
import { requireNamed } from '../../packing/named-codes.ts';
import { readSegments } from '../../codes/state/read-segments.ts';
import { cancelCodes, checkCancel } from './cancel-codes.ts';
import { cancelDeliver } from './cancel-deliver.ts';
import { deliverImporter } from './deliver-import.ts';
import { checkLines } from './judge/check-lines.ts';
import { requireEnds } from './judge/require-ends.ts';
import { checkMayShip, readCalled, requireDoc, shipCalled } from './ship-calls.ts';
import type { ShipDraft } from './ship-goods.ts';

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

/** Whether one code can ship from one to another. */
const checkOne = async (
  db: Db,
  keyring: Keyring,
  operator: Operator,
  { code, ...between }: InputOf<typeof shipApi.check>,
): Promise<DataOf<typeof shipApi.check>> => {
  const firmId = operator.firmId ?? (await requireNamed(db, keyring, code)).firmId;
  const ends = await requireEnds(db, firmId, { bizType: BizType.ship, ...between });
  const about = { splits: false, orderId: null };
  const { lines } = await checkLines(db, keyring, firmId, [{ code, cut: [] }], ends, about);
  const { level, storeName, lotNo, itemQty, holderName, errCode, errMsg, state, warns, code: text } = lines[0]!;
  const ok = state !== LineState.bad;
  return { ok, code: text, level, storeName, lotNo, itemQty, holderName, errCode, errMsg, warn: warns };
};

/** Codes chosen by ranges, by both ends or one by one, as lines of a shipment. */
const toLines = async (db: Db, keyring: Keyring, pick: Pick): Promise<LineDraft[]> => {
  if (pick.mode === PickMode.codes) return pick.codes.map((code) => ({ code, cut: [] }));
  if (pick.mode === PickMode.firstLast) return [{ code: pick.firstCode, lastCode: pick.lastCode, cut: [] }];
  if (pick.mode !== PickMode.ranges) return [];
  const runs = pick.ranges.map(rangeToRun);
  if (runs.some((run) => run.from > run.to)) throw refuse(codeRefusals.fromAfterTo);
  const segments = await readSegments(db, runs);
  const texts = await keyring.readTexts(
    db,
    runs.flatMap(({ seg, from, to }) => {
      const { keyV } = segments.get(seg)!;
      return [
        { seg, keyV, serial: from },
        { seg, keyV, serial: to },
      ];
    }),
  );
  return runs.map((_run, at) => ({ code: texts[2 * at]!, lastCode: texts[2 * at + 1]!, cut: [] }));
};
