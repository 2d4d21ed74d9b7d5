import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { call } from '../../../lib/call.ts';
import { BindDialog } from '../bind-dialog.tsx';

const readBound = async (id: number) => (await call(agentApi.info, { id }, { quiet: true })).isBound;

/** 绑定账号 of an agent. */
export const AgentBind = ({ agent, close }: { agent: AgentRow | undefined; close: () => void }) => (
  <BindDialog
    who={agent}
    code={agentApi.bindQrcode}
    unbind={agentApi.unbind}
    list={agentApi.list}
    readBound={readBound}
    bindsTo="可在手机上收发货、查库存、申请补货。"
    close={close}
  />
);
