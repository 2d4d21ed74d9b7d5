import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { OwnField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

export const useAgentMove = (): Draft<AgentRow> =>
  useDraft({
    create: agentApi.move,
    list: agentApi.list,
    refresh: [agentApi.tree, agentApi.info],
    from: ({ id, pid }) => ({ id, pid: pid || undefined }),
    done: { update: '操作成功' },
  });

/** 转移下级: hangs an agent with everybody below him under another. */
export const AgentMove = ({ draft: { row, ...draft } }: { draft: Draft<AgentRow> }) => (
  <FormModal draft={draft} title={`转移下级 ${row?.name ?? ''}`} save="确定">
    <OwnField
      name="pid"
      label="新的上级经销商"
      help={row && row.childCount > 0 ? '下级经销商随同转移，最多5级' : '不选则为顶级'}
    >
      <AgentInput firmId={row?.firmId} without={row?.id} placeholder="顶级" />
    </OwnField>
  </FormModal>
);
