import { SavedMeanwhile } from '@zhuiyuan/contract/kit/standard';
import type { ApiError } from '../../lib/api-error.ts';
import { merge } from './merge.ts';
import type { FormDraft } from './use-draft.ts';

type Values = Record<string, unknown>;

/** What stands between a form and the row that somebody else saved meanwhile. */
export interface Conflict {
  /** Who saved it and when, '' where that is not known. */
  by: string;
  time: string;
  /** What both changed, and differently. */
  names: readonly string[];
  mine: Values;
  theirs: Values;
  /** What the form holds where one's own is chosen. */
  merged: Values;
}

/** Reads a row again that somebody else saved meanwhile, and holds it against what was typed; nothing where it cannot be read again. */
export const findConflict = async (draft: FormDraft, error: ApiError, mine: Values): Promise<Conflict | undefined> => {
  const base = draft.initial ?? {};
  const theirs = await draft.renew?.().catch(() => undefined);
  if (!theirs || theirs['version'] === base['version']) return undefined;
  const { values: merged, names } = merge(base, mine, theirs);
  const saved = SavedMeanwhile.safeParse(error.data).data;
  return { by: saved?.by ?? '', time: saved?.at ?? '', names, mine, theirs, merged };
};
