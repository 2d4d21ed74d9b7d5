import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { AgentsInput } from '../../../parts/pickers/agent-input.tsx';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { useOptions } from '../../../parts/pickers/firm-field.tsx';
import type { PickDraft } from './pick-draft.ts';

/** 按经销商, 按门店: whatever they hold now, with what lies in the boxes. */
export const Holders = ({
  pick: { mode, agentIds, shopIds },
  change,
}: {
  pick: Pick<PickDraft, 'mode' | 'agentIds' | 'shopIds'>;
  change: (chosen: { agentIds: number[] } | { shopIds: number[] }) => void;
}) => {
  const shops = useOptions('shop');
  return (
    <>
      {mode === PickMode.agents ? (
        <AgentsInput value={agentIds} onChange={(next) => change({ agentIds: next })} />
      ) : (
        <ChoiceSelect<number[]>
          from={shops}
          mode="multiple"
          className="zy-full"
          aria-label="门店"
          placeholder="请选择门店"
          value={shopIds}
          onChange={(next) => change({ shopIds: next })}
          notFoundContent="没有门店"
        />
      )}
      <p className="zy-pick-note">
        所选{mode === PickMode.agents ? '经销商' : '门店'}名下的货（已发货和已签收），箱内的码一并变更
      </p>
    </>
  );
};
