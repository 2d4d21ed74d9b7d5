import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { agentApi, type Agent } from '@zhuiyuan/contract/parties/agent/agent';
import { AgentLevel, AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { Image } from 'antd';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { EnumDot } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { payeeText } from '../payee-fields.tsx';
import './agents.css';

const toFacts = (agent: Agent) => [
  { label: '编号', value: agent.agentNo },
  { label: '上级', value: agent.parentName },
  { label: '级别', value: AgentLevel.label(agent.level) },
  { label: '类型', value: AgentType.label(agent.agentType) },
  { label: '联系人', value: agent.contact },
  { label: '电话', value: agent.phone },
  { label: '渠道', value: agent.channelName },
  { label: '业务员', value: agent.picName },
  { label: '所在地区', value: agent.regionName },
  { label: '详细地址', value: agent.address },
  {
    label: '授权区域',
    isWide: true,
    value:
      agent.regions.length === 0 ? (
        '-'
      ) : (
        <span className="zy-agent-regions">
          {agent.regions.map(({ regionCode, regionName, productId, storeName }) => (
            <span key={`${regionCode}-${productId}`}>
              {regionName}
              {productId > 0 && `（${storeName}）`}
            </span>
          ))}
        </span>
      ),
  },
  { label: '收款账户', value: payeeText(agent) },
  { label: '营业执照号', value: agent.licenseNo },
  { label: 'GLN', value: agent.gln },
  {
    label: '合作期限',
    value: agent.coopFrom || agent.coopTo ? `${agent.coopFrom ?? '不限'} 至 ${agent.coopTo ?? '不限'}` : '不限',
  },
  { label: '信用额度', value: `${moneyText(agent.creditLimit)} 元` },
  {
    label: '营业执照',
    value: agent.licenseImage ? (
      <Image src={agent.licenseImage} width={64} height={64} alt="营业执照" preview={{ mask: false }} />
    ) : (
      '-'
    ),
  },
  { label: '微信绑定', value: agent.isBound ? '已绑定' : '未绑定' },
  { label: '创建时间', value: timeText(agent.createTime) },
  { label: '更新时间', value: timeText(agent.updateTime) },
  { label: '备注', isWide: true, value: agent.remark },
];

const toState = ({ status }: Agent) => <EnumDot of={Enabled} value={status} />;

/** Everything about one agent, beside the list. */
export const AgentDetail = ({ id, close }: { id: number | undefined; close: () => void }) => {
  return (
    <RowDrawer
      endpoint={agentApi.info}
      id={id}
      close={close}
      title="经销商详情"
      name={({ name }) => name}
      mark={toState}
    >
      {(data) => (
        <>
          <StatStrip label="数量">
            <StatCard label="直属下级" value={countText(data.childCount)} unit="家" />
            <StatCard label="门店" value={countText(data.shopCount)} unit="家" />
            <StatCard label="在手库存" value={countText(data.stockQty)} unit="件" />
            <StatCard label="抵扣余额" value={moneyText(data.dedBalance)} unit="元" />
          </StatStrip>
          <Facts items={toFacts(data)} isPaired />
        </>
      )}
    </RowDrawer>
  );
};
