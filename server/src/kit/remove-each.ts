import type { RemovedMany } from '@zhuiyuan/contract/kit/standard';
import { Refusal } from './refusal.ts';

/** Deletes rows one after the other; a refused one is answered with its text and does not stop the others. */
export const removeEach = async (
  ids: readonly number[],
  remove: (id: number) => Promise<void>,
): Promise<RemovedMany> => {
  const chosen = new Set(ids);
  const fail: RemovedMany['fail'] = [];
  for (const id of chosen)
    await remove(id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      fail.push({ id, message: error.message });
    });
  return { ok: chosen.size - fail.length, fail };
};
