import { redHoldApi } from '@zhuiyuan/contract/payout/red-hold';
import { redInfoApi, type RedInfoRow } from '@zhuiyuan/contract/payout/red-info';
import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { useState, type ReactNode } from 'react';
import { session } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { AreaField, SwitchField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { Facts } from '../../parts/format/facts.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import type { Act } from '../../parts/list/acts.tsx';
import { receiverText, sendItems } from './payout-parts.tsx';
import { payoutReads } from './use-payout-acts.ts';

type Payout = Pick<RedInfoRow, 'id' | 'hold' | 'createdBy'>;

/** What one has to know to let a held payout go, or to take it back. */
const Evidence = ({ id }: { id: number }) => {
  const { data } = useRead(redInfoApi.info, { id });
  return (
    <>
      <div className="zy-payout-evidence">
        <Facts
          items={[
            { label: '发放单号', value: data?.billNo ?? '' },
            { label: '消费者', value: data ? receiverText(data) : '' },
            { label: '金额', value: data ? `${moneyText(data.amount)} 元` : '' },
            ...(data ? sendItems(data) : []),
          ]}
        />
      </div>
      {data?.send && data.send.heldCount > 1 && (
        <SwitchField
          name="all"
          label="同一次发放的一起处理"
          on
          off={false}
          help={`其中还冻结 ${countText(data.send.heldCount)} 笔，共 ${moneyText(data.send.heldAmount)} 元`}
        />
      )}
    </>
  );
};

/** 解冻 and 驳回 of payouts that are held, and the dialog they open; not for who asked for them. */
export const useReview = (): {
  actsOf: (payout: Payout) => Record<'pass' | 'reject', Act | undefined>;
  dialog: ReactNode;
} => {
  const own = session.use((current) => current?.admin.id);
  const [asked, setAsked] = useState<{ id: number; pass: boolean }>();
  const draft = useDraft({
    create: redHoldApi.hold,
    refresh: [...payoutReads, redActiveApi.list, redActiveApi.board, redActiveApi.info],
    done: { create: '操作成功' },
  });
  const actOf = (payout: Payout, pass: boolean): Act | undefined =>
    payout.hold
      ? {
          label: pass ? '解冻' : '驳回',
          may: redHoldApi.hold.may,
          destructive: !pass,
          asksItself: true,
          blocked: payout.createdBy !== null && payout.createdBy === own ? fundRefusals.ownReview[1] : undefined,
          run: () => {
            setAsked({ id: payout.id, pass });
            draft.open(undefined, { id: payout.id, pass, all: false, remark: '' });
          },
        }
      : undefined;
  return {
    actsOf: (payout) => ({ pass: actOf(payout, true), reject: actOf(payout, false) }),
    dialog: (
      <FormModal draft={draft} title={asked?.pass ? '解冻红包' : '驳回红包'} save={asked?.pass ? '解冻' : '驳回'}>
        {asked && <Evidence id={asked.id} />}
        <AreaField
          name="remark"
          label={asked?.pass ? '复核意见' : '驳回原因'}
          rows={2}
          hasStar={!asked?.pass}
          help={asked?.pass ? '解冻后立即发放' : '驳回后不再发放，预占的金额释放回红包活动'}
        />
      </FormModal>
    ),
  };
};
