import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { Button, Form } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../../lib/api-error.ts';
import { FormBody, useFormHandle } from '../../../parts/form/form-body.tsx';
import { FormRefusal } from '../../../parts/form/form-foot.tsx';
import { mayHaveBoxes, pickOf, problemOf, type PickDraft } from '../pick/pick-draft.ts';
import { PickFields } from '../pick/pick-fields.tsx';
import { usePick } from '../pick/use-pick.ts';
import { CheckPanel } from './check-panel.tsx';
import { DoneNotice } from './done-notice.tsx';
import { PickedTask } from './policy-field.tsx';
import { checkedFor, useOp, type OpPlan } from './use-op.ts';
import '../../../parts/form/form-page.css';
import './op.css';

/** A page for one kind of operation. */
export const OpPage = ({ file, children }: { file?: ReactNode; children: ReactNode }) => (
  <div className="zy-op">
    {file}
    {children}
  </div>
);

/** What every operation's form holds beside its own fields: 0 整体不执行, 1 跳过异常码. */
export interface OpTyped {
  policy?: number;
}

export interface OpFormProps<T extends OpTyped> {
  plan: (typed: T) => OpPlan;
  schema: z.ZodObject;
  blank: T;
  /** What is left in the form for the next codes. */
  keeps?: (typed: T) => T;
  /** What the pre-check and the operation are both asked, beside the codes. */
  asked: (typed: T) => Record<string, unknown>;
  /** What the operation alone is asked. */
  more: (typed: T) => Record<string, unknown>;
  /** The sections below the choice of codes. */
  children: ReactNode;
  /** What the codes would be bound to, in words, where the operation changes that. */
  to?: (typed: T) => string;
  /** Ways of choosing codes; all of them when absent. */
  only?: readonly PickDraft['mode'][];
  /** Codes that are chosen already. */
  codes?: readonly string[];
  verb?: string;
  isDanger?: boolean;
  isInDrawer?: boolean;
  /** What stands below the form, above the bar. */
  below?: ReactNode;
}

/** Where an operation stands: on its own page with its records below, or in a drawer with the codes of a list. */
export type OpPlace = Pick<OpFormProps<object>, 'below' | 'codes' | 'isInDrawer'>;

/** An operation on chosen codes: what would happen is checked first; only then can it be submitted. */
export const OpForm = <T extends OpTyped>(props: OpFormProps<T>) => {
  const {
    plan,
    schema,
    blank,
    keeps,
    asked,
    more,
    children,
    to,
    only,
    codes: chosen,
    verb = '提交',
    isDanger,
    isInDrawer,
    below,
  } = props;
  const { pick, setPick, clear, task } = usePick(chosen);
  const [isTried, setIsTried] = useState(false);
  const [start, setStart] = useState({ round: 1, initial: blank });
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wantsCheck = useRef(false);
  const act = useRef<(values: T) => Promise<void>>(undefined);
  const draft = useMemo(
    () => ({
      round: start.round,
      initial: { ...start.initial } as Record<string, unknown>,
      isOpen: true,
      isNew: true,
      schema,
      loadError: undefined,
      isBusy: false,
      submit: async (values: Record<string, unknown>) => act.current?.(values as T),
      close: () => {},
      reload: () => {},
      refresh: () => {},
    }),
    [start, schema],
  );
  const handle = useFormHandle(draft);
  const typed = (Form.useWatch([], { form: handle.form, preserve: true }) ?? blank) as T;
  const op = useOp(plan(typed), () => {
    clear();
    setIsTried(false);
    setStart(({ round }) => ({ round: round + 1, initial: keeps ? keeps(typed) : blank }));
  });
  const { checked, answer, isChecking, isRunning } = op;
  const codes = { pick: pickOf(pick), includeChild: pick.includeChild && mayHaveBoxes(pick) };
  const isCurrent = checked !== undefined && checked.of === checkedFor({ ...codes, ...asked(typed) });
  const { ok = 0, total = 0, repeat = 0 } = checked?.data ?? {};
  // A file is looked at line by line while it is carried out.
  const isFile = pick.mode === PickMode.file;
  const mayRun = isFile || (isCurrent && ok > repeat && (ok === total || typed.policy === ConflictPolicy.skip));

  useLayoutEffect(() => {
    act.current = async (values) => {
      const problem = problemOf(pick);
      if (problem) throw new ApiError(0, problem);
      const wants = { ...codes, ...asked(values) };
      const isRun = mayRun && !wantsCheck.current;
      wantsCheck.current = false;
      await (isRun
        ? op.run(wants, { ...more(values), policy: values.policy ?? ConflictPolicy.refuse }, isFile)
        : op.look(wants));
      panel.current?.scrollIntoView({ block: 'nearest' });
    };
  });
  // The next codes are chosen where the last ones were; whoever works without a mouse stands there already.
  useEffect(() => {
    if (start.round > 1) root.current?.querySelector<HTMLElement>('[role="radiogroup"] :checked')?.focus();
  }, [start.round]);
  const press = (what: 'check' | 'run') => {
    setIsTried(true);
    wantsCheck.current = what === 'check';
    void handle.submit();
  };
  return (
    <>
      {answer && <DoneNotice done={answer} />}
      <FormBody draft={draft} handle={handle}>
        <div className={isInDrawer ? 'zy-op-one' : 'zy-op-grid'}>
          <div ref={root}>
            <PickFields pick={pick} change={setPick} isTried={isTried} only={only} offersChildren />
            <PickedTask value={task}>{children}</PickedTask>
          </div>
          <div ref={panel} className="zy-op-check">
            <CheckPanel
              data={checked?.data}
              isCurrent={isCurrent}
              policy={typed.policy ?? ConflictPolicy.refuse}
              skip={() => handle.form.setFieldValue('policy', ConflictPolicy.skip)}
              to={to?.(typed)}
              takeAll={() => void op.takeLeftOut({ ...codes, ...asked(typed) })}
              isFile={isFile}
            />
          </div>
        </div>
      </FormBody>
      {below}
      <div className="zy-form-page-bar">
        <FormRefusal handle={handle} refresh={() => {}} />
        <div className="zy-form-foot">
          <span className="zy-form-count">{!mayRun && '预检通过后可以提交'}</span>
          {!isFile && (
            <Button loading={isChecking} onClick={() => press('check')}>
              预检
            </Button>
          )}
          <Button type="primary" danger={isDanger} loading={isRunning} disabled={!mayRun} onClick={() => press('run')}>
            {verb}
          </Button>
        </div>
      </div>
    </>
  );
};
