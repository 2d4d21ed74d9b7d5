import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { judgePacking } from './judge-packing.ts';
import { namePacking, packCodes } from './pack-codes.ts';
import { toStationBox } from './packing.ts';

/** Who tells afterwards what was packed has no station: small boxes that go into a case are full. */
const allowUnfull = false;

/** 补录包装: packs as the station does, said to have happened earlier. What happened to a code or the box since refuses it (61074). */
export const packLate = (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { occurAt, reason, ...draft }: InputOf<typeof packLogApi.save>,
): Promise<DataOf<typeof packLogApi.save>> =>
  packCodes(db, keyring, operator, { ...draft, allowUnfull }, { late: { occurredAt: occurAt, reason } });

/** What would come of {@link packLate}; refuses what stands against the box itself. */
export const checkLate = async (
  db: Db,
  keyring: Keyring,
  { occurAt, ...draft }: InputOf<typeof packLogApi.check>,
): Promise<DataOf<typeof packLogApi.check>> => {
  const { parent, children, unknown, asks } = await namePacking(db, keyring, draft);
  const work = { ...draft, allowUnfull, occurredAt: occurAt };
  const { box, bad, free, same } = await judgePacking(db, keyring, parent, children, work, asks);
  return {
    box: await toStationBox(db, parent, box),
    ok: free.length,
    repeat: same.length,
    bad: [...unknown, ...bad],
  };
};
