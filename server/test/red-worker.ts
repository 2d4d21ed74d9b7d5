import { openDatabase } from '../src/kit/db/database.ts';
import { makeStep, type Dealt } from '../src/red/code/make-batch.ts';

/** Makes a batch of red codes on a test's database, and kills itself (SIGKILL) while the step after `steps` others is under way. */
const [url = '', masterKey = '', batchId = '', steps = '0'] = process.argv.slice(2);
const { db } = openDatabase(url);
const dealt: Dealt = new Map();
const step = () => makeStep(db, Buffer.from(masterKey, 'hex'), Number(batchId), dealt);
for (let done = 0; done < Number(steps); done += 1) await step();
void step();
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 15);
