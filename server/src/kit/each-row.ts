import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { Refusal } from './refusal.ts';

/** Does something to rows one after the other; a refused one is answered with its text and does not stop the others. */
export const eachRow = async (ids: Iterable<number>, act: (id: number) => Promise<unknown>): Promise<DoneToMany> => {
  const chosenIds = new Set(ids);
  const fail: DoneToMany['fail'] = [];
  for (const id of chosenIds)
    await act(id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      fail.push({ id, message: error.message });
    });
  return { ok: chosenIds.size - fail.length, fail };
};
