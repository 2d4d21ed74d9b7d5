import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { consumerRefusals } from '@zhuiyuan/contract/consumer/consumer-refusals';
import { Form } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { AreaField, NumberField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { countText } from '../../parts/format/numbers.ts';
import { consumerChanges } from './changes.ts';

/** Gives or takes points from a balance that was seen; where it has moved meanwhile the form stays with that of now. */
export const usePoints = () => {
  const [balance, setBalance] = useState(0);
  const draft = useDraft({
    create: consumerApi.points,
    refresh: consumerChanges,
    blank: {},
    done: { create: '操作成功' },
  });
  return {
    ...draft,
    balance,
    begin: ({ id, points }: { id: number; points: number }) => {
      setBalance(points);
      draft.open(undefined, { id, balance: points });
    },
    submit: async (values: Record<string, unknown>) => {
      try {
        await draft.submit({ ...values, balance });
      } catch (error) {
        if (error instanceof ApiError && error.code === consumerRefusals.pointsMoved[0])
          setBalance((error.data as { balance: number }).balance);
        throw error;
      }
    },
  };
};

const After = ({ balance }: { balance: number }) => {
  const points = Number(Form.useWatch('points') ?? 0);
  return (
    <p className="zy-consumer-after">
      现有 {countText(balance)}，{points === 0 ? '请输入要发或扣的积分' : `调整后 ${countText(balance + points)}`}
    </p>
  );
};

/** 发积分. */
export const PointsModal = ({ draft }: { draft: ReturnType<typeof usePoints> }) => (
  <FormModal draft={draft} title="发积分" save="确定">
    <NumberField name="points" label="积分" placeholder="正数发放，负数扣除" min={-1_000_000} max={1_000_000} />
    <After balance={draft.balance} />
    <AreaField name="reason" label="原因" rows={2} />
  </FormModal>
);
