import { batchApi } from '@zhuiyuan/contract/codes/batch';
import { Button, Form } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { FormBody, useFormHandle } from '../../../parts/form-body.tsx';
import { FormRefusal } from '../../../parts/form-foot.tsx';
import { May } from '../../../parts/may.tsx';
import { useLots, useProducts } from '../use-choices.ts';
import { BindFields } from './bind-fields.tsx';
import { CheckPanel } from './check-panel.tsx';
import { pickOf, problemOf } from '../pick/pick-draft.ts';
import { PickFields } from '../pick/pick-fields.tsx';
import { RecentOps } from './recent-ops.tsx';
import { ofLot, ofNewLot, targetOf, type Typed } from './target.ts';
import { checkedFor, useActivation, type TargetNames } from './use-activation.ts';
import { usePick } from '../pick/use-pick.ts';
import { UsedNotice } from './used-notice.tsx';
import '../../../parts/form-page.css';
import './batch-use.css';

const blank: Typed = { policy: 0 };

/** 批量启用: binds codes to a product and a lot. What would happen is checked first; only then can it be submitted. */
export const BatchUse = () => {
  const { pick, setPick, clear, task } = usePick();
  const [isTried, setIsTried] = useState(false);

  // Product and lot stay for the next codes: the form begins again with them.
  const [start, setStart] = useState({ round: 1, initial: blank });
  const [isNewLot, setIsNewLot] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const wantsCheck = useRef(false);
  const act = useRef<(values: Typed) => Promise<void>>(undefined);
  const draft = useMemo(
    () => ({
      ...start,
      initial: { ...start.initial },
      isOpen: true,
      isNew: true,
      schema: isNewLot ? ofNewLot : ofLot,
      loadError: undefined,
      isBusy: false,
      submit: async (values: Record<string, unknown>) => act.current?.(values),
      close: () => {},
      reload: () => {},
      refresh: () => {},
    }),
    [start, isNewLot],
  );
  const handle = useFormHandle(draft);
  const { form } = handle;
  const typed = (Form.useWatch([], { form, preserve: true }) ?? blank) as Typed;
  const target = targetOf(typed, isNewLot);

  useEffect(() => {
    if (task?.productId && !form.getFieldValue('productId'))
      form.setFieldsValue({ productId: task.productId, lotId: task.lotId ?? undefined });
  }, [form, task?.productId, task?.lotId]);
  const products = useProducts();
  const lots = useLots(target.productId);
  const lot = lots.find(({ id, lotNo }) => (isNewLot ? lotNo === typed.lotNo : id === typed.lotId));
  const names: TargetNames = {
    product: products.find(({ id }) => id === target.productId)?.storeName ?? '',
    lot: (isNewLot ? typed.lotNo : lot?.lotNo) ?? '',
    lotId: lot?.id,
  };
  const activation = useActivation({
    reset: () => {
      clear();
      setIsTried(false);
      setStart(({ round }) => ({ round: round + 1, initial: typed }));
    },
  });
  const { checked, used, isChecking, isUsing } = activation;
  const isCurrent = checked !== undefined && checked.of === checkedFor(pickOf(pick), target);
  const { ok = 0, total = 0, repeat = 0 } = checked?.data ?? {};
  const mayUse = isCurrent && ok > repeat && (ok === total || target.policy === 1);

  useLayoutEffect(() => {
    act.current = async (values) => {
      const problem = problemOf(pick);
      if (problem) throw new ApiError(0, problem);
      const what = mayUse && !wantsCheck.current ? 'use' : 'check';
      wantsCheck.current = false;
      await activation[what](pickOf(pick), targetOf(values, isNewLot), names);
      panel.current?.scrollIntoView({ block: 'nearest' });
    };
  });
  const run = (what: 'check' | 'use') => {
    setIsTried(true);
    wantsCheck.current = what === 'check';
    void handle.submit();
  };
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
