import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { useDraft } from '../form/use-draft.ts';

/** The draft of a lot made on the way; `made` gets its number. */
export const useLotDraft = (made: (lotId: number) => void) =>
  useDraft({ create: lotApi.save, refresh: [lotApi.listAll, lotApi.list], onSaved: ({ id }) => made(id) });
