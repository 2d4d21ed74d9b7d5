import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { activation, type BindTarget } from './activation.ts';
import { runOp, type OpDone, type OpInput } from './run-op.ts';

/** Activates codes: binds every run to product and lot. */
export const activateCodes = (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { target, ...input }: OpInput & { target: BindTarget },
): Promise<OpDone> => runOp(db, keyring, operator, activation(target), input);
