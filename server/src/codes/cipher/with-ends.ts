import type { Db } from '../../kit/db/database.ts';
import type { Keyring } from './keyring.ts';

/** First and last code of a run. */
export interface Ends {
  firstCode: string;
  lastCode: string;
}

/** A run of one segment. */
interface Run {
  seg: number;
  keyV: string | null;
  serialFrom: number;
  serialTo: number;
}

/** Adds the first and last code of the run that each row names. */
export const withEnds = async <Row>(
  db: Db,
  keyring: Keyring,
  rows: readonly Row[],
  toRun: (row: Row) => Run,
): Promise<(Row & Ends)[]> => {
  const texts = await keyring.readTexts(
    db,
    rows.map(toRun).flatMap(({ seg, keyV, serialFrom, serialTo }) => [
      { seg, keyV, serial: serialFrom },
      { seg, keyV, serial: serialTo },
    ]),
  );
  return rows.map((row, at) => ({ ...row, firstCode: texts[2 * at]!, lastCode: texts[2 * at + 1]! }));
};
