import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { gameApi } from '@zhuiyuan/contract/campaign/activity/game';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { toast } from '../../../../lib/toast.ts';
import { useSubmitLock } from '../../../../parts/feedback/use-submit-lock.ts';
import type { FormDraft } from '../../../../parts/form/use-draft.ts';
import type { TemplateStart } from '../template-start.ts';
import { toStart, type Values } from '../values.ts';

/** What happens once the draft is stored: one goes on with it, or it is published as well. */
export type Intent = 'stay' | 'publish';

interface Opened {
  activity: Activity | undefined;
  initial: Values | undefined;
  error: Error | undefined;
  round: number;
}

const touched = [
  activityApi.list,
  gameApi.list,
  activityApi.board,
  activityApi.info,
  activityApi.counts,
  activityApi.listAll,
];

/**
 * The draft of an activity: a new one with what `start` gives, or one that is read first. It is stored as often as one likes and stays open; `done` hears
 * when it was stored, and whether it was published.
 */
export const useActivityDraft = (
  id: number | undefined,
  start: () => Promise<TemplateStart>,
  done: (id: number, what: 'made' | 'stored' | 'published') => void,
): FormDraft & {
  activity: Activity | undefined;
  /** What is known of the prizes that the start names. */
  proposed: TemplateStart['terms'];
  storedAt: Date | undefined;
  intend: (intent: Intent) => void;
} => {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>({ activity: undefined, initial: undefined, error: undefined, round: 0 });
  const [proposed, setProposed] = useState<TemplateStart['terms']>(new Map());
  const [storedAt, setStoredAt] = useState<Date>();
  const [isBusy, lock] = useSubmitLock();
  const intent = useRef<Intent>('stay');
  /** The row as it was stored last: a publication that is refused leaves it behind. */
  const row = useRef<{ id: number; version: number }>(undefined);
  const rounds = useRef(0);

  const show = useCallback((part: Partial<Opened>) => {
    rounds.current += 1;
    const round = rounds.current;
    setOpened((before) => ({ ...before, error: undefined, ...part, round }));
  }, []);
  const read = useCallback(
    async (of: number) => {
      try {
        const activity = await call(activityApi.info, { id: of }, { quiet: true });
        row.current = { id: activity.id, version: activity.version };
        show({ activity, initial: toStart(activity) });
      } catch (error) {
        show({ error: error instanceof Error ? error : new Error(String(error)) });
      }
    },
    [show],
  );
  const begin = useCallback(() => {
    if (id !== undefined) void read(id);
    else
      start().then(
        ({ values, terms }) => {
          setProposed(terms);
          show({ initial: values });
        },
        (error: unknown) => show({ error: error instanceof Error ? error : new Error(String(error)) }),
      );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new draft begins once
  }, [id, read, show]);
  const begun = useRef(false);
  useEffect(() => {
    // A kept tab that comes back runs this again and must not lose what was typed.
    if (begun.current) return;
    begun.current = true;
    begin();
  }, [begin]);

  const refresh = () => {
    for (const each of touched) void client.invalidateQueries({ queryKey: [each.path] });
  };

  const submit = async (values: Record<string, unknown>) => {
    const wanted = intent.current;
    intent.current = 'stay';
    await lock(async () => {
      const isMade = row.current === undefined;
      const known = row.current;
      const saved = known
        ? await call(activityApi.update, { ...values, ...known } as QueryOf<typeof activityApi.update>, { quiet: true })
        : await call(activityApi.save, values as QueryOf<typeof activityApi.save>, { quiet: true });
      row.current = { id: saved.id, version: saved.version };
      setStoredAt(new Date());
      refresh();
      if (wanted === 'publish') {
        const published = await call(activityApi.publish, { id: saved.id }, { quiet: true });
        row.current = { id: published.id, version: published.version };
        toast.success('操作成功');
        refresh();
        done(saved.id, 'published');
        return;
      }
      // What is said to be stored is no change any more: whoever leaves then is not asked whether to lose it.
      if (!isMade) await read(saved.id);
      toast.success(isMade ? '创建成功' : '编辑成功');
      done(saved.id, isMade ? 'made' : 'stored');
    });
  };

  const isNew = id === undefined;
  return {
    isOpen: true,
    isNew,
    // Which row it is and how it was last seen are added when it is sent.
    schema: activityApi.save.input,
    initial: opened.initial,
    loadError: opened.error,
    round: opened.round,
    isBusy,
    submit,
    close: () => undefined,
    reload: begin,
    refresh,
    activity: opened.activity,
    proposed,
    storedAt,
    intend: (next) => {
      intent.current = next;
    },
  };
};
