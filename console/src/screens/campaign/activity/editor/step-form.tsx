import { million } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import type { PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import { ActivityStatus, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { Drawer, Form } from 'antd';
import CircleAlert from 'icon:circle-alert';
import X from 'icon:x';
import { useEffect, useMemo, useRef, useState } from 'react';
import { session } from '../../../../lib/session.ts';
import { confirm, toast } from '../../../../lib/toast.ts';
import { useClassList } from '../../../../lib/use-class-list.ts';
import { FormBody, type useFormHandle } from '../../../../parts/form/form-body.tsx';
import type { SectionState } from '../../../../parts/form/form-context.ts';
import { useMedia } from '../../../../parts/frame/use-media.ts';
import { useNarrow } from '../../../../parts/frame/use-narrow.ts';
import { BasicsStep } from './basics-step.tsx';
import { BudgetSheet } from '../tiers/budget-sheet.tsx';
import { ConflictBar } from '../targets/conflict-bar.tsx';
import type { Editing } from '../edit-rules.ts';
import { sumOfWeights } from '../tiers/odds.ts';
import { PageStep } from './page-step.tsx';
import { PlayPreview } from './play-preview.tsx';
import { RulesStep } from './rules-step.tsx';
import { StepFoot } from './step-foot.tsx';
import { stepLines } from './step-lines.ts';
import { StepThread, type Step } from './step-thread.tsx';
import { isGame, stepNumbers, steps, stepOfField } from '../steps.ts';
import { TargetsStep } from './targets-step.tsx';
import { TierTable } from '../tiers/tier-table.tsx';
import { toPlayed, toRules } from './to-played.ts';
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

/** How far a step is: what is wrong goes before what is done. */
const stateOf = (wrong: number, gaps: number | undefined, wasSeen: boolean): SectionState => {
  if (wrong > 0) return 'wrong';
  return gaps === 0 && wasSeen ? 'done' : 'untouched';
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
  const [picked, setPicked] = useState<readonly PrizeRow[]>([]);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set(draft.isNew ? [step] : [1, 2, 3, 4, 5]));
  const page = useRef<HTMLDivElement>(null);
  const known = useMemo(
    () => toKnownTerms(activity?.tiers ?? [], picked, draft.proposed),
    [activity, picked, draft.proposed],
  );
  const { found: check, ask } = useCheck(values, {
    id: activity?.id,
    isOn: editing !== 'nothing',
    needsFirm: needsFirm && draft.isNew,
  });
  const firmId = values.firmId ?? undefined;
  const firmName = useFirmName(firmId, activity?.firmName);
  const played = useMemo(() => toPlayed(values, known, firmName), [values, known, firmName]);
  const rules = useMemo(() => toRules(values, known, firmName), [values, known, firmName]);
  const before = useMemo(
    () => (activity && activity.status !== ActivityStatus.draft ? (toStart(activity).tiers ?? []) : []),
    [activity],
  );

  const open = (next: number) => {
    setSeen(new Set([...seen, step, next]));
    go(next);
    page.current?.scrollIntoView({ block: 'start' });
  };

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
  const send = async (intent: 'stay' | 'publish') => {
    draft.intend(intent);
    await handle.submit();
    setTries((count) => count + 1);
  };
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
  const gapsOf = (of: number) => check?.gaps.filter((gap) => gap.step === of);
  const threads: Step[] = numbers.map((of) => {
    const title = steps[of - 1]!;
    const said = handle.errors.filter(({ path }) => stepOfField(path[0]) === of).length;
    // More than a whole is wrong before anybody leaves the table.
    const wrong = of === 3 && sumOfWeights(values.tiers ?? []) > million ? Math.max(1, said) : said;
    const gaps = gapsOf(of);
    const clashes = of === 4 ? conflicts.length : 0;
    const isBad = clashes > 0;
    return {
      title,
      lines: isBad ? [`与 ${clashes} 个活动重叠`] : stepLines(of, values),
      isBad,
      count: wrong + clashes + (isTried ? (gaps?.length ?? 0) : 0),
      state: stateOf(wrong + clashes + (isTried ? (gaps?.length ?? 0) : 0), gaps?.length, seen.has(of)),
    };
  });
  const missing = isTried ? (gapsOf(step) ?? []) : [];
  const put = (field: keyof Values, value: unknown) => {
    handle.form.setFieldValue(field, value);
    handle.onValuesChange();
  };
  const moveStart = (startAt: string) => {
    const earlier = values.startAt;
    put('startAt', startAt);
    toast.withLink('success', `开始时间已改为 ${startAt.slice(0, 16)}`, {
      text: '撤销',
      run: () => put('startAt', earlier),
    });
  };

  const props = { values, editing, isNew: draft.isNew, isForGames, firmId, activity };
  const preview = <PlayPreview activity={played} rules={rules} />;
  const isOnStep = (of: number) => ({ hidden: of !== step, className: 'zy-activity-step' });
  return (
    <div className="zy-form-page zy-activity-form" ref={page}>
      <div className={hasRoom ? 'zy-activity-body zy-activity-body-wide' : 'zy-activity-body'}>
        {isNarrow ? (
          <div className="zy-activity-fold">
            <label>
              第 {at + 1} 步，共 {numbers.length} 步
              <select value={step} onChange={({ target }) => open(Number(target.value))} aria-label="活动步骤">
                {threads.map(({ title, count }, index) => (
                  <option key={title} value={numbers[index]}>
                    {title}
                    {count > 0 ? `（${count}）` : ''}
                  </option>
                ))}
              </select>
            </label>
          </div>
        ) : (
          <StepThread steps={threads} at={at + 1} go={(place) => open(numbers[place - 1]!)} />
        )}
        <div className="zy-activity-main">
          {values.startAt && values.endAt && (
            <ConflictBar
              conflicts={conflicts}
              startAt={values.startAt}
              endAt={values.endAt}
              move={editing === 'all' ? moveStart : undefined}
            />
          )}
          {missing.length > 0 && (
            <ul className="sheet zy-activity-gaps" role="alert" aria-label="发布前需要处理">
              {missing.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
                  {message}
                </li>
              ))}
            </ul>
          )}
          <FormBody draft={draft} handle={handle}>
            <div {...isOnStep(1)}>
              <BasicsStep {...props} />
            </div>
            <div {...isOnStep(2)}>
              <RulesStep {...props} />
            </div>
            <div {...isOnStep(3)}>
              {/* Their errors stand under the table, by row. */}
              {(['tiers', 'blankSlot'] as const).map((name) => (
                <Form.Item key={name} name={name} hidden>
                  <Nothing />
                </Form.Item>
              ))}
              <TierTable
                tiers={values.tiers ?? []}
                setTiers={(tiers) => put('tiers', tiers)}
                blankSlot={values.blankSlot ?? null}
                setBlankSlot={(slot) => put('blankSlot', slot)}
                playMode={values.playMode ?? PlayMode.grid}
                known={known}
                learn={(prizes) => setPicked([...picked, ...prizes])}
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
        <Drawer
          open={isPreviewing}
          onClose={() => setIsPreviewing(false)}
          title={<h2>预览</h2>}
          size={isNarrow ? '100%' : 320}
          destroyOnHidden
          className="zy-drawer"
          closable={{ placement: 'end', closeIcon: <X size={18} strokeWidth={1.6} aria-label="关闭" /> }}
        >
          {preview}
        </Drawer>
      )}
    </div>
  );
};
