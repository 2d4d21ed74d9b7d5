import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { codeUrlPrefix } from '../cipher/code-url-prefix.ts';
import type { Keyring } from '../cipher/keyring.ts';

/** The first codes of each segment of a task, `n` in all, with what is printed for them. */
export const sampleTask = async (db: Db, keyring: Keyring, { taskId, n }: { taskId: number; n: number }) => {
  const task = await db
    .selectFrom('task')
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'task.productId'))
    .where('task.id', '=', taskId)
    .select(['task.urlStyle', 'task.urlHost', 'task.urlPrefix', 'product.gtin'])
    .executeTakeFirst();
  if (!task) throw notFound();
  const segments = await db
    .selectFrom('segment')
    .where('taskId', '=', taskId)
    .select(['seg', 'keyV', 'level', 'count'])
    .orderBy('seg')
    .limit(n)
    .execute();
  const prefix = codeUrlPrefix(task, task.gtin);
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
    url: prefix + codes[at]!,
  }));
};
