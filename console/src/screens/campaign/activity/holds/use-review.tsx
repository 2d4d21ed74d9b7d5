import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { holdApi, type HoldRow } from '@zhuiyuan/contract/campaign/hold/hold';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { text } from '@zhuiyuan/contract/kit/fields';
import { useMemo, useState, type ReactNode } from 'react';
import { useAct } from '../../../../parts/feedback/use-act.ts';
import { AreaField } from '../../../../parts/form/fields.tsx';
import { FormModal } from '../../../../parts/form/form-modal.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import type { Act } from '../../../../parts/list/acts.tsx';

const refresh = [holdApi.list, holdApi.info, drawLogApi.list, activityApi.counts, activityApi.info];

const whenPassed = (row: HoldRow): string =>
  row.prizeType === PrizeType.points
    ? `通过后${row.points}积分立即到账，确定通过？`
    : row.prizeType === PrizeType.cash
      ? '通过后按原方式发放现金，确定通过？'
      : '通过后消费者可以领取，确定通过？';

/** What one decides about a held prize; `layers` is the dialog that asks for a reason. */
export const useReview = (): { actsOf: (row: HoldRow) => Act[]; layers: ReactNode } => {
  const audit = useAct(holdApi.audit, { refresh });
  const draft = useDraft({ create: holdApi.audit, refresh, done: { create: '操作成功' } });
  const schema = useMemo(() => holdApi.audit.input.safeExtend({ remark: text('驳回原因') }), []);
  const [rejected, setRejected] = useState<HoldRow>();
  const actsOf = (row: HoldRow): Act[] =>
    row.state === RequestStatus.waiting
      ? [
          {
            label: '通过',
            may: holdApi.audit.may,
            confirm: whenPassed(row),
            run: () => audit({ id: row.id, pass: true }),
          },
          {
            label: '驳回',
            may: holdApi.audit.may,
            destructive: true,
            asksItself: true,
            run: () => {
              setRejected(row);
              draft.open(undefined, { id: row.id, pass: false });
            },
          },
        ]
      : [];
  return {
    actsOf,
    layers: (
      <FormModal draft={{ ...draft, schema }} title="驳回中奖" save="驳回">
        <p className="zy-activity-ask">
          驳回后 <b>{rejected?.prizeName}</b>{' '}
          回到库存，占用的预算释放，消费者看到“该中奖记录经核实存在异常，已取消”，不可恢复。
        </p>
        <AreaField name="remark" label="驳回原因" placeholder="只有工作人员看得到" />
      </FormModal>
    ),
  };
};
