import type { PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import { ActivityStatus, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { Drawer, Form } from 'antd';
import CircleAlert from 'icon:circle-alert';
import X from 'icon:x';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { session } from '../../../../lib/session.ts';
import { confirm, toast } from '../../../../lib/toast.ts';
import { useClassList } from '../../../../lib/use-class-list.ts';
import { FormBody, type useFormHandle } from '../../../../parts/form/form-body.tsx';
import { useMedia } from '../../../../parts/frame/use-media.ts';
import { useNarrow } from '../../../../parts/frame/use-narrow.ts';
import { BasicsStep } from './basics-step.tsx';
import { BudgetSheet } from '../tiers/budget-sheet.tsx';
import { ConflictBar } from '../targets/conflict-bar.tsx';
import type { Editing } from '../edit-rules.ts';
import type { ActivityCheck } from '../rows.ts';
import { PageStep } from './page-step.tsx';
import { PlayPreview } from './play-preview.tsx';
import { RulesStep } from './rules-step.tsx';
import { StepFoot } from './step-foot.tsx';
import { FoldedThread, StepThread } from './step-thread.tsx';
import { isGame, stepNumbers, stepOfField } from '../steps.ts';
import { TargetsStep } from './targets-step.tsx';
import { toThreads } from './to-threads.ts';
import { TierTable } from '../tiers/tier-table.tsx';
import { toLeft, toPlayed, toRules } from './to-played.ts';
import type { useActivityDraft } from './use-activity-draft.ts';
import { useCheck } from './use-check.ts';
import { toKnownTerms, toStart, type Values } from '../values.ts';

/** Holds the place of a field that is drawn elsewhere. */
const Nothing = () => null;

const publishQuestion = '发布后奖品与概率只能作有利于消费者的调整，确定发布？';

const useFirmName = (firmId: number | undefined, known: string | undefined): string => {
  const { all } = useClassList('firm');
  const own = session.use((current) => current?.admin);
  return known ?? all.find(({ id }) => id === firmId)?.name ?? own?.firmName ?? '';
};

/** Their errors stand under the table, by row. */
const DrawnInTable = () =>
  (['tiers', 'blankSlot'] as const).map((name) => (
    <Form.Item key={name} name={name} hidden>
      <Nothing />
    </Form.Item>
  ));

/** What has to be mended on a step before the activity can be published. */
const Gaps = ({ gaps }: { gaps: ActivityCheck['gaps'] }) => (
  <ul className="sheet zy-activity-gaps" role="alert" aria-label="发布前需要处理">
    {gaps.map(({ field, message }) => (
      <li key={`${field} ${message}`}>
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
        {message}
      </li>
    ))}
  </ul>
);

/** The shopper's page where there is no room beside the form. */
const PreviewDrawer = ({ isOpen, close, children }: { isOpen: boolean; close: () => void; children: ReactNode }) => {
  const isNarrow = useNarrow();
  return (
    <Drawer
      open={isOpen}
      onClose={close}
      title={<h2>预览</h2>}
      size={isNarrow ? '100%' : 320}
      destroyOnHidden
      className="zy-drawer"
      closable={{ placement: 'end', closeIcon: <X size={18} strokeWidth={1.6} aria-label="关闭" /> }}
    >
      {children}
    </Drawer>
  );
};

/** What is known of the prizes, those that were picked just now among them, and the shopper's page as it would be. */
const usePreview = ({ activity, proposed }: ReturnType<typeof useActivityDraft>, values: Values) => {
  const [picked, setPicked] = useState<readonly PrizeRow[]>([]);
  const known = useMemo(() => toKnownTerms(activity?.tiers ?? [], picked, proposed), [activity, picked, proposed]);
  const firmName = useFirmName(values.firmId ?? undefined, activity?.firmName);
  const played = useMemo(() => toPlayed(values, known, firmName), [values, known, firmName]);
  const rules = useMemo(() => toRules(values, known, firmName), [values, known, firmName]);
  const left = useMemo(() => toLeft(values), [values]);
  return {
    known,
    learn: (prizes: PrizeRow[]) => setPicked([...picked, ...prizes]),
    preview: <PlayPreview activity={played} rules={rules} left={left} />,
  };
};

/** Sends the form, and leads to the first thing that was refused, on whichever step it stands. */
const useSending = (
  draft: ReturnType<typeof useActivityDraft>,
  handle: ReturnType<typeof useFormHandle>,
  open: (step: number) => void,
) => {
  const leadTo = ({ path }: { path: readonly (string | number)[] }) => {
    open(stepOfField(path[0]));
    requestAnimationFrame(() =>
      handle.form.scrollToField([...path], { behavior: 'smooth', block: 'center', focus: true }),
    );
  };
  // What is refused may stand on another step than the one that is open.
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const first = handle.errors[0];
    if (tries > 0 && first) leadTo(first);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once after each try
  }, [tries]);
  return async (intent: 'stay' | 'publish') => {
    draft.intend(intent);
    await handle.submit();
    setTries((count) => count + 1);
  };
};

/** The activities that are in the way, and another start that none is in the way of. */
const Clashes = ({
  conflicts,
  values,
  put,
}: {
  conflicts: ActivityCheck['conflicts'];
  values: Values;
  /** Absent where the start stays. */
  put: ((field: 'startAt', value: string | undefined) => void) | undefined;
}) => {
  const { startAt, endAt } = values;
  if (!startAt || !endAt) return null;
  const move = (next: string) => {
    put?.('startAt', next);
    toast.withLink('success', `开始时间已改为 ${next.slice(0, 16)}`, {
      text: '撤销',
      run: () => put?.('startAt', startAt),
    });
  };
  return <ConflictBar conflicts={conflicts} startAt={startAt} endAt={endAt} move={put && move} />;
};

/** The form itself: the thread of its steps, the step one is on, and the shopper's page beside it. */
export const StepForm = ({
  draft,
  handle,
  values,
  editing,
  needsFirm,
  isForGames,
  step: asked,
  go,
  mayPublish,
}: {
  draft: ReturnType<typeof useActivityDraft>;
  handle: ReturnType<typeof useFormHandle>;
  values: Values;
  editing: Editing;
  needsFirm: boolean;
  isForGames: boolean;
  step: number;
  go: (step: number) => void;
  mayPublish: boolean;
}) => {
  const { activity } = draft;
  const numbers = stepNumbers(values);
  const step = numbers.includes(asked) ? asked : 1;
  const at = numbers.indexOf(step);
  const isNarrow = useNarrow();
  const hasRoom = useMedia('(min-width: 1280px)');
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set(draft.isNew ? [step] : [1, 2, 3, 4, 5]));
  const page = useRef<HTMLDivElement>(null);
  const { found: check, ask } = useCheck(values, {
    id: activity?.id,
    isOn: editing !== 'nothing',
    needsFirm: needsFirm && draft.isNew,
  });
  const firmId = values.firmId ?? undefined;
  const { known, learn, preview } = usePreview(draft, values);
  const before = useMemo(
    () => (activity && activity.status !== ActivityStatus.draft ? (toStart(activity).tiers ?? []) : []),
    [activity],
  );

  const open = (next: number) => {
    setSeen(new Set([...seen, step, next]));
    go(next);
    page.current?.scrollIntoView({ block: 'start' });
  };

  const send = useSending(draft, handle, open);
  const publish = async () => {
    setIsTried(true);
    // What was found last may be of what was typed before; what cannot be asked is told by sending it.
    const gap = (await ask().catch(() => undefined))?.gaps[0];
    // Its step says all that is missing there.
    if (gap) return open(gap.step);
    if (await confirm({ text: publishQuestion, verb: '发布' })) await send('publish');
  };
  const goOn = () => {
    const paths = handle.form
      .getFieldsError()
      .map(({ name }) => name)
      .filter((name) => name.length > 0 && stepOfField(name[0]) === step);
    if (handle.checkAll(paths)) open(numbers[at + 1] ?? step);
  };

  const conflicts = (editing === 'nothing' ? undefined : check?.conflicts) ?? [];
  const gaps = check?.gaps;
  const threads = toThreads({ values, errors: handle.errors, conflicts: conflicts.length, gaps, isTried, seen });
  const missing = isTried ? (gaps?.filter((gap) => gap.step === step) ?? []) : [];
  const put = (field: keyof Values, value: unknown) => {
    handle.form.setFieldValue(field, value);
    handle.onValuesChange();
  };

  const props = { values, editing, isNew: draft.isNew, isForGames, firmId, activity };
  const isOnStep = (of: number) => ({ hidden: of !== step, className: 'zy-activity-step' });
  return (
    <div className="zy-form-page zy-activity-form" ref={page}>
      <div className={hasRoom ? 'zy-activity-body zy-activity-body-wide' : 'zy-activity-body'}>
        {isNarrow ? (
          <FoldedThread steps={threads} at={at + 1} go={(place) => open(numbers[place - 1]!)} />
        ) : (
          <StepThread steps={threads} at={at + 1} go={(place) => open(numbers[place - 1]!)} />
        )}
        <div className="zy-activity-main">
          <Clashes conflicts={conflicts} values={values} put={editing === 'all' ? put : undefined} />
          {missing.length > 0 && <Gaps gaps={missing} />}
          <FormBody draft={draft} handle={handle}>
            <div {...isOnStep(1)}>
              <BasicsStep {...props} />
            </div>
            <div {...isOnStep(2)}>
              <RulesStep {...props} />
            </div>
            <div {...isOnStep(3)}>
              <DrawnInTable />
              <TierTable
                tiers={values.tiers ?? []}
                setTiers={(tiers) => put('tiers', tiers)}
                blankSlot={values.blankSlot ?? null}
                setBlankSlot={(slot) => put('blankSlot', slot)}
                playMode={values.playMode ?? PlayMode.grid}
                known={known}
                learn={learn}
                firmId={firmId}
                editing={editing}
                before={before}
                isTried={isTried}
              />
              <BudgetSheet
                values={values}
                known={known}
                firmId={firmId}
                editing={editing}
                check={check}
                poolName={activity?.poolName ?? ''}
              />
            </div>
            {!isGame(values) && (
              <div {...isOnStep(4)}>
                <TargetsStep {...props} />
              </div>
            )}
            <div {...isOnStep(5)}>
              <PageStep {...props} />
            </div>
          </FormBody>
        </div>
        {hasRoom && <aside className="zy-activity-side">{preview}</aside>}
      </div>
      <StepFoot
        draft={draft}
        handle={handle}
        editing={editing}
        back={at > 0 ? () => open(numbers[at - 1]!) : undefined}
        isLast={at === numbers.length - 1}
        goOn={goOn}
        save={() => void send('stay')}
        publish={mayPublish ? () => void publish() : undefined}
        preview={hasRoom ? undefined : () => setIsPreviewing(true)}
      />
      {!hasRoom && (
        <PreviewDrawer isOpen={isPreviewing} close={() => setIsPreviewing(false)}>
          {preview}
        </PreviewDrawer>
      )}
    </div>
  );
};
