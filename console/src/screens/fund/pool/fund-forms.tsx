import { AdjustDraft, poolApi, type FundRequest, type PoolRow } from '@zhuiyuan/contract/fund/pool/pool';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { fen } from '@zhuiyuan/contract/kit/fields';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { contentKey } from '../../../lib/new-key.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { confirm } from '../../../lib/toast.ts';
import { FoundSelect, mostFound, type FoundProps, type FoundSource } from '../../../parts/pickers/found-select.tsx';
import { AreaField, MoneyField, OwnField, RadioField } from '../../../parts/form/fields.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { ImagesField } from '../../../parts/gallery/image-field.tsx';
import { fundChanges } from './fund-changes.ts';
import { Vouchers } from './vouchers.tsx';

const submitted = { create: '提交成功', update: '提交成功' };
const mostVouchers = 5;

/** Sends a draft under a key that stays as long as what it says. */
const useKeyed = (): ((values: Record<string, unknown>) => Record<string, unknown>) => {
  const [keyFor] = useState(contentKey);
  return (values) => ({ ...values, idemKey: keyFor(values) });
};

const Balance = ({ pool }: { pool: PoolRow | undefined }) =>
  pool && (
    <div className="zy-fund-facts">
      <Facts
        items={[
          { label: '资金池', value: `${pool.name}（${pool.mchName} ${pool.mchid}）` },
          { label: '可用余额', value: `${moneyText(pool.balance)} 元` },
        ]}
      />
    </div>
  );

export const useRecharge = (): Draft<PoolRow> => {
  const keyed = useKeyed();
  const draft = useDraft({
    create: poolApi.recharge,
    list: poolApi.list,
    refresh: fundChanges,
    from: ({ id }) => ({ id, vouchers: [] }),
    done: submitted,
  });
  return { ...draft, submit: (values) => draft.submit(keyed(values)) };
};

/** 充值登记: the money counts when another person has approved it. */
export const RechargeDrawer = ({ draft }: { draft: Draft<PoolRow> }) => (
  <FormDrawer draft={draft} thing="充值" title="充值登记" name={draft.row?.name} width={480} save="提交">
    <FieldGroup>
      <Balance pool={draft.row} />
      <MoneyField name="amount" label="充值金额" isWide />
      <ImagesField name="vouchers" label="充值凭证" most={mostVouchers} help="银行回单或微信支付充值记录，最多 5 张" />
      <AreaField name="remark" label="备注" rows={2} placeholder="如 银行转入" />
      <div className="zy-field-wide">
        <NoticeBar tone="idle">提交后须由另一人复核，通过后才计入余额</NoticeBar>
      </div>
    </FieldGroup>
  </FormDrawer>
);

const allocated = [
  ...fundChanges,
  poolApi.funded,
  activityApi.list,
  activityApi.info,
  activityApi.counts,
  redActiveApi.list,
];

const fundedSource = (poolId: number): FoundSource => ({
  key: [poolApi.funded.path, poolId],
  find: async (keywords) =>
    (await call(poolApi.funded, { poolId, keywords }, { quiet: true }))
      .slice(0, mostFound)
      .map(({ id, name, isRed, remain }) => ({
        value: id,
        label: name,
        note: `${isRed ? '红包活动，' : ''}剩余 ${moneyText(remain)} 元`,
      })),
  nameOf: (id) => nameOfFunded(poolId, id),
});
const nameOfFunded = async (poolId: number, id: number): Promise<string> =>
  (await call(poolApi.funded, { poolId, ids: [id] }, { quiet: true }))[0]?.name ?? `活动 ${id}`;

const FundedInput = ({ poolId, ...props }: FoundProps & { poolId: number }) => (
  <FoundSelect
    placeholder="请选择活动"
    {...props}
    source={fundedSource(poolId)}
    nothing="没有由此资金池付款的进行中活动"
  />
);

/** Asks once more with all that is about to happen, and books it under the number of its content. */
export const useAllocate = (): Draft<PoolRow> => {
  const keyed = useKeyed();
  const draft = useDraft({
    create: poolApi.allocate,
    list: poolApi.list,
    refresh: allocated,
    from: ({ id }) => ({ id }),
    done: { create: '操作成功', update: '操作成功' },
  });
  return {
    ...draft,
    submit: async (values) => {
      const { row } = draft;
      const activity = row && (await nameOfFunded(row.id, Number(values['activityId'])));
      const text = `从「${row?.name}」划拨 ¥${moneyText(Number(values['amount']))} 到「${activity}」，活动结束后未用部分退回，确定划拨？`;
      if (await confirm({ text, verb: '划拨', saysCancelled: false })) await draft.submit(keyed(values));
    },
  };
};

/** 划拨到活动: more of the pool for an activity that it pays. */
export const AllocateModal = ({ draft }: { draft: Draft<PoolRow> }) => (
  <FormModal draft={draft} title="划拨到活动" save="划拨">
    <Balance pool={draft.row} />
    {draft.row && (
      <OwnField name="activityId" label="活动" isWide>
        <FundedInput poolId={draft.row.id} />
      </OwnField>
    )}
    <MoneyField name="amount" label="划拨金额" />
  </FormModal>
);

const Direction = enumeration({ more: { label: '增加' }, less: { label: '减少' } });
const AdjustForm = AdjustDraft.safeExtend({
  direction: Direction.schema,
  amount: fen('调账金额', { least: 1 }),
});

export const useAdjust = (): Draft<PoolRow> => {
  const keyed = useKeyed();
  const draft = useDraft({
    create: poolApi.adjust,
    list: poolApi.list,
    refresh: fundChanges,
    from: ({ id, balance }) => ({ id, balance, vouchers: [], direction: Direction.less }),
    done: submitted,
  });
  return {
    ...draft,
    schema: AdjustForm,
    submit: ({ direction, amount, ...values }) =>
      draft.submit(keyed({ ...values, amount: direction === Direction.less ? -Number(amount) : Number(amount) })),
  };
};

/** 调账: corrects a balance by an amount, with a reason. */
export const AdjustDrawer = ({ draft }: { draft: Draft<PoolRow> }) => (
  <FormDrawer draft={draft} thing="调账" title="调账" name={draft.row?.name} width={480} save="提交">
    <FieldGroup>
      <Balance pool={draft.row} />
      <RadioField name="direction" label="方向" from={Direction} isWide />
      <MoneyField name="amount" label="调账金额" isWide />
      <AreaField name="remark" label="原因" rows={2} placeholder="如 与商户账单核对，补记手续费" />
      <ImagesField name="vouchers" label="凭证" most={mostVouchers} />
      <div className="zy-field-wide">
        <NoticeBar tone="idle">提交后须由另一人复核，通过后才计入余额；流水不能修改或删除</NoticeBar>
      </div>
    </FieldGroup>
  </FormDrawer>
);

const Verdict = enumeration({ true: { label: '通过' }, false: { label: '驳回' } });

export const useReview = (): Draft<FundRequest> =>
  useDraft({
    create: poolApi.audit,
    list: poolApi.requests,
    refresh: fundChanges,
    from: ({ id }) => ({ id, pass: Verdict.true }),
    done: { update: '操作成功' },
  });

/** 复核: what somebody else asked for, with its vouchers, and what one says of it. */
export const ReviewModal = ({ draft }: { draft: Draft<FundRequest> }) => {
  const { row } = draft;
  const title = `复核${row ? LedgerType.label(row.kind) : ''}`;
  return (
    <FormModal draft={draft} title={title} save="提交">
      {row && (
        <div className="zy-fund-facts">
          <Facts
            items={[
              { label: '资金池', value: row.poolName },
              { label: '金额', value: <strong>{moneyText(row.amount)} 元</strong> },
              { label: '备注', value: row.remark },
              { label: '凭证', value: row.vouchers.length > 0 && <Vouchers of={row.vouchers} /> },
              { label: '申请', value: `${row.operatorName} ${timeText(row.createTime)}` },
            ]}
          />
        </div>
      )}
      <RadioField name="pass" label="结论" from={Verdict} />
      <AreaField name="remark" label="复核意见" rows={2} placeholder="驳回时请写明原因" />
    </FormModal>
  );
};
