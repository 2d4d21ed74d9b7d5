import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { keepPinTry, lockPinTries } from '../log/pin-tries.ts';
import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import { findExtPin } from '../../codes/cipher/find-ext-codes.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readUnit, type Unit } from '../../codes/state/read-unit.ts';
import { toVerifyCode } from '../../codes/cipher/to-verify-code.ts';

/** Wrong tries of one code in 24 hours that lock its PIN entry for 24 hours. */
const tries = 5;

const rightPin = async (db: Db, keyring: Keyring, unit: Unit): Promise<string | undefined> => {
  if (unit.pinLen === 0) return undefined;
  if (unit.keyV === null) return findExtPin(db, unit.seg, unit.serial);
  const generation = await keyring.generation(db, unit.keyV);
  return generation && toVerifyCode(generation.pinKey, toCodeId(unit.seg, unit.serial), unit.pinLen);
};

/** Checks the scratch-layer verify code of a code and counts wrong tries; simultaneous tries cannot exceed the limit. */
export const tryPin = async (
  db: Db,
  keyring: Keyring,
  { code, pin, device }: { code: string; pin: string; device: string },
): Promise<{ isRight: boolean; remain: number }> => {
  const place = (await keyring.find(db, code))?.place;
  const unit = place && (await readUnit(db, place.seg, place.serial));
  const right = unit && (await rightPin(db, keyring, unit));
  if (!place || !unit || !right) return { isRight: false, remain: 0 };
  const isSame = right.length === pin.length && timingSafeEqual(Buffer.from(right), Buffer.from(pin));
  return db.transaction().execute(async (transaction) => {
    const failed = await lockPinTries(transaction as Db, { ...place, firmId: unit.firmId });
    if (failed >= tries) return { isRight: false, remain: 0 };
    await keepPinTry(transaction as Db, place, isSame ? { device } : { failed: failed + 1 });
    return { isRight: isSame, remain: isSame ? tries : tries - failed - 1 };
  });
};
