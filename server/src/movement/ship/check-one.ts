import { LineState } from '@zhuiyuan/contract/movement/ship/scan-check';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { requireNamed } from '../../packing/named-codes.ts';
import { checkLines } from './judge/check-lines.ts';
import { requireEnds } from './judge/require-ends.ts';

/** Whether one code can ship from one to another. */
export const checkOne = async (
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
