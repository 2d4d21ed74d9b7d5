import { batchApi, PickMode } from '@zhuiyuan/contract/codes/batch';
import { Button, Form } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { FormBody, useFormHandle } from '../../../parts/form-body.tsx';
import { FormRefusal } from '../../../parts/form-foot.tsx';
import { May } from '../../../parts/may.tsx';
import { useLots, useProducts, useTask } from '../use-choices.ts';
import { useChange } from '../use-change.ts';
import { BindFields } from './bind-fields.tsx';
import { CheckPanel } from './check-panel.tsx';
import { blankPick, pickOf, problemOf } from './pick-draft.ts';
import { PickFields } from './pick-fields.tsx';
import { RecentOps } from './recent-ops.tsx';
import { ofLot, ofNewLot, targetOf, type Target, type Typed } from './target.ts';
import { checkedFor, useActivation, type TargetNames } from './use-activation.ts';
import { UsedNotice } from './used-notice.tsx';
import '../../../parts/form-page.css';
import './batch-use.css';

const initial = { policy: 0 };

/** The task whose codes the address asks for. */
const useAskedTask = (): number | undefined => {
  const asked = Number(new URLSearchParams(useLocation().search).get('taskId'));
  return Number.isSafeInteger(asked) && asked > 0 ? asked : undefined;
};

/** 批量启用: binds codes to a product and a lot. What would happen is checked first; only then can it be submitted. */
export const BatchUse = () => {
  const askedTask = useAskedTask();
  const ofTask = (taskId: number) => ({ ...blankPick, mode: PickMode.task, taskId });
  const [pick, setPick] = useState(() => (askedTask ? ofTask(askedTask) : blankPick));
  const [isTried, setIsTried] = useState(false);
  const clear = () => {
    setPick((now) => ({ ...blankPick, mode: now.mode }));
    setIsTried(false);
  };
  useChange(askedTask, (taskId) => taskId && setPick(ofTask(taskId)));

  const activation = useActivation({ reset: clear });
  const panel = useRef<HTMLDivElement>(null);
  const act = useRef<(target: Target) => Promise<unknown>>(undefined);
  const [isNewLot, setIsNewLot] = useState(false);
  const draft = useMemo(
    () => ({
      isOpen: true,
      isNew: true,
      schema: isNewLot ? ofNewLot : ofLot,
      initial,
      loadError: undefined,
      round: 1,
      isBusy: false,
      submit: async (values: Record<string, unknown>) => void (await act.current?.(targetOf(values, isNewLot))),
      close: () => {},
      refresh: () => {},
    }),
    [isNewLot],
  );
  const handle = useFormHandle(draft);
  const { form } = handle;
  const typed = (Form.useWatch([], { form, preserve: true }) ?? initial) as Typed;
  const target = targetOf(typed, isNewLot);

  const task = useTask(pick.mode === PickMode.task ? pick.taskId : pick.rows[0]?.taskId);
  useEffect(() => {
    if (task?.productId && !form.getFieldValue('productId'))
      form.setFieldsValue({ productId: task.productId, lotId: task.lotId ?? undefined });
  }, [form, task?.id, task?.productId, task?.lotId]);
  useEffect(() => {
    if (task && pick.mode === PickMode.task && pick.levels.length === 0 && pick.taskId === task.id)
      setPick((now) => ({ ...now, levels: [...new Set(task.segments.map(({ level }) => level))] }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- ticks every level once, when the task is known
  }, [task?.id, pick.mode, pick.taskId]);

  const products = useProducts();
  const lots = useLots(target.productId);
  const lot = lots.find(({ id, lotNo }) => (isNewLot ? lotNo === typed.lotNo : id === typed.lotId));
  const names: TargetNames = {
    product: products.find(({ id }) => id === target.productId)?.storeName ?? '',
    lot: (isNewLot ? typed.lotNo : lot?.lotNo) ?? '',
    lotId: lot?.id,
  };
  const run = (what: 'check' | 'use') => {
    setIsTried(true);
    act.current = async (values) => {
      const problem = problemOf(pick);
      if (problem) throw new ApiError(0, problem);
      await activation[what](pickOf(pick), values, names);
      panel.current?.scrollIntoView({ block: 'nearest' });
    };
    void handle.submit();
  };

  const { checked, used, isChecking, isUsing } = activation;
  const isCurrent = checked !== undefined && checked.of === checkedFor(pickOf(pick), target);
  const { ok = 0, total = 0, repeat = 0 } = checked?.data ?? {};
  const mayUse = isCurrent && ok > repeat && (ok === total || target.policy === 1);
  return (
    <div className="zy-use">
      {used && <UsedNotice used={used} />}
      <FormBody draft={draft} handle={handle}>
        <div className="zy-use-grid">
          <div>
            <PickFields pick={pick} change={setPick} isTried={isTried} />
            <BindFields firmId={task?.firmId} isNewLot={isNewLot} setIsNewLot={setIsNewLot} />
          </div>
          <div ref={panel} className="zy-use-check">
            <CheckPanel
              data={checked?.data}
              isCurrent={isCurrent}
              policy={target.policy}
              skip={() => form.setFieldValue('policy', 1)}
            />
          </div>
        </div>
      </FormBody>
      <May of={batchApi.list.may}>
        <RecentOps />
      </May>
      <div className="zy-form-page-bar">
        <FormRefusal handle={handle} refresh={() => {}} />
        <div className="zy-form-foot">
          <span className="zy-form-count">{!mayUse && '预检通过后可以提交'}</span>
          <Button loading={isChecking} onClick={() => run('check')}>
            预检
          </Button>
          <Button type="primary" loading={isUsing} disabled={!mayUse} onClick={() => run('use')}>
            提交
          </Button>
        </div>
      </div>
    </div>
  );
};
