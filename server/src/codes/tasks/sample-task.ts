import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { codeUrlPrefix, printedColumns } from '../cipher/code-url-prefix.ts';
import type { Keyring } from '../cipher/keyring.ts';

/** The first codes of each segment of a task, `n` in all, with what is printed for them. */
export const sampleTask = async (db: Db, keyring: Keyring, { taskId, n }: { taskId: number; n: number }) => {
  const task = await db.selectFrom('task').where('task.id', '=', taskId).select(printedColumns).executeTakeFirst();
  if (!task) throw notFound();
  const segments = await db
    .selectFrom('segment')
    .where('taskId', '=', taskId)
    .select(['seg', 'keyV', 'level', 'count'])
    .orderBy('seg')
    .limit(n)
    .execute();
  const samples: ((typeof segments)[number] & { serial: number })[] = [];
  for (let serial = 1; samples.length < n && segments.some(({ count }) => count >= serial); serial += 1)
    for (const segment of segments) {
      if (samples.length === n || segment.count < serial) continue;
      samples.push({ ...segment, serial });
    }
  const codes = await keyring.readTexts(db, samples);
  return samples.map(({ seg, serial, level }, at) => ({
    seg,
    serial,
    level,
    code: codes[at]!,
    url: codeUrlPrefix(task, level) + codes[at]!,
  }));
};
