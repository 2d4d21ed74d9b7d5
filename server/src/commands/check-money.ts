import { holdDatabase } from './hold-database.ts';
import { findMoneyFaults } from '../checks/money-checks.ts';
import { requireOwnKey } from '../codes/cipher/require-own-key.ts';

/** `npm run check-money`: holds money, draws, points and payouts of a database against every rule; 1 where one is broken. */
await holdDatabase(
  async (db, { masterKey }) => {
    await requireOwnKey(db, masterKey);
    return (await findMoneyFaults(db, masterKey)).map(
      ({ firmId, name, detail, difference }) => `企业 ${firmId}  ${name}  ${detail}  ${difference}`,
    );
  },
  { agrees: '账目核对一致 / all rules hold', differ: 'rules broken' },
);
