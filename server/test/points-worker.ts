import pino from 'pino';
import { openDatabase } from '../src/kit/db/database.ts';
import { expirePoints } from '../src/member/expire-points.ts';

/** A worker that takes points whose time is over in one night of a test's database, unless it is killed on the way. */
const [url = '', today = ''] = process.argv.slice(2);
const database = openDatabase(url);
await expirePoints({ db: database.db, log: pino({ level: 'silent' }) }, today);
await database.close();
