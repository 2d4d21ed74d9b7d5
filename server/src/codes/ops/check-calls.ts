import type { Checked } from '@zhuiyuan/contract/codes/ops/op-draft';
import type { ChannelPick } from '@zhuiyuan/contract/codes/ops/channel-change';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { forbidden, invalid, refuse } from '../../kit/refusal.ts';
import { askOp } from './ask-op.ts';
import type { Asked } from './op-kind.ts';
import { checkOp, findLeftOut } from './check-op.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { offerLeftOut } from './offer-errors.ts';
import { pickCodes } from '../pick/pick-codes.ts';
import { mayDo } from './require-asker.ts';

type Wanted = Asked & { pick: ChannelPick; includeChild: boolean };
type Caller = { db: Db; operator: Operator };

/** The dry run of an operation and, as a file, everything it finds against the chosen codes. */
export const checkCalls = (app: App) => {
  const keyring = openKeyring(app);
  const ask = async ({ db, operator }: Caller, opType: number, wanted: Wanted) => {
    if (!operator.may(mayDo[opType]!)) throw forbidden();
    const kind = await askOp(db, operator, opType, wanted);
    if (wanted.pick.mode === PickMode.file) throw invalid('pick.mode', '上传文件的预检在执行时进行');
    return { kind, picked: await pickCodes(db, keyring, wanted, kind.firmId) };
  };
  return {
    check: async (caller: Caller, opType: number, wanted: Wanted): Promise<Checked> => {
      const { kind, picked } = await ask(caller, opType, wanted);
      return checkOp({ db: caller.db, keyring, masterKey: app.config.masterKey }, kind, picked);
    },
    leftOut: async (caller: Caller, opType: number, wanted: Wanted): Promise<{ fileName: string }> => {
      const rows = await caller.db.transaction().execute(async (db) => {
        const { kind, picked } = await ask({ ...caller, db }, opType, wanted);
        return findLeftOut(db, keyring, kind, picked);
      });
      if (rows.length === 0) throw refuse(exportRefusals.nothing);
      return offerLeftOut(app, caller, '预检异常', rows);
    },
  };
};
