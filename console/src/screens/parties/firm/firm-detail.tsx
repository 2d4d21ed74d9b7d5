import { auditLogApi } from '@zhuiyuan/contract/access/audit-log';
import { Review } from '@zhuiyuan/contract/kit/review';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { firmApi, type Firm } from '@zhuiyuan/contract/parties/firm/firm';
import { Image, Tabs } from 'antd';
import { useMay } from '../../../lib/session.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { EnumDot, EnumTag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { FirmLogs } from './firm-logs.tsx';
import { FirmMonths } from './firm-months.tsx';

/** Rich text without its form: a line for each paragraph. */
const toWords = (html: string) =>
  new DOMParser()
    .parseFromString(html.replaceAll(/<\/(?:p|h\d|li|blockquote|tr)>|<br\s*\/?>/g, '\n'), 'text/html')
    .body.textContent.trim();

const pictures = (label: string, addresses: string[]) =>
  addresses.length === 0 ? (
    '-'
  ) : (
    <Image.PreviewGroup>
      <span className="zy-firm-pictures">
        {addresses.map((address, at) => (
          <Image
            key={address}
            src={address}
            width={64}
            height={64}
            alt={`${label} ${at + 1}`}
            preview={{ mask: false }}
          />
        ))}
      </span>
    </Image.PreviewGroup>
  );

const toFacts = (firm: Firm) => [
  { label: '企业名称', value: firm.name },
  { label: '企业简称', value: firm.shortName },
  { label: '企业编号', value: firm.firmNo },
  { label: '统一社会信用代码', value: firm.creditCode },
  { label: '所属行业', value: firm.industry },
  { label: '法人', value: firm.legalName },
  { label: '联系人', value: firm.contact },
  { label: '联系电话', value: firm.phone },
  { label: '邮箱', value: firm.email },
  { label: '客服电话', value: firm.servicePhone },
  { label: '所在地区', value: firm.regionName },
  { label: '详细地址', value: firm.address },
  { label: '厂商识别代码', value: firm.gcp },
  { label: 'GLN', value: firm.gln },
  { label: '标识前缀', value: firm.nodePrefix },
  { label: '专属扫码域名', value: firm.domain },
  { label: '官网', value: firm.website },
  {
    label: '服务有效期',
    value: firm.validFrom || firm.validTo ? `${firm.validFrom ?? '不限'} 至 ${firm.validTo ?? '不限'}` : '不限',
  },
  {
    label: '码额度',
    value: `${countText(firm.codeUsed)} / ${firm.codeQuota === null ? '不限' : countText(firm.codeQuota)}`,
  },
  { label: '审核时间', value: timeText(firm.auditAt) },
  { label: '创建时间', value: timeText(firm.createTime) },
  ...(firm.auditRemark ? [{ label: '驳回原因', isWide: true, value: firm.auditRemark }] : []),
  { label: '营业执照', isWide: true, value: pictures('营业执照', firm.licenseImage ? [firm.licenseImage] : []) },
  { label: '企业标志', isWide: true, value: pictures('企业标志', firm.logo ? [firm.logo] : []) },
  { label: '企业相册', isWide: true, value: pictures('企业相册', firm.images) },
  {
    label: '企业介绍',
    isWide: true,
    value: <span className="zy-firm-intro">{toWords(firm.intro)}</span>,
  },
  { label: '备注', isWide: true, value: firm.remark },
];

const FirmFacts = ({ firm }: { firm: Firm }) => (
  <>
    <StatStrip label="数量">
      <StatCard label="经销商" value={countText(firm.agentNum)} unit="家" />
      <StatCard label="门店" value={countText(firm.shopNum)} unit="家" />
      <StatCard label="产品" value={countText(firm.productNum)} unit="个" />
      <StatCard label="批次" value={countText(firm.lotNum)} unit="个" />
      <StatCard label="管理员" value={countText(firm.staffNum)} unit="人" />
      <StatCard label="累计生码" value={countText(firm.codeUsed)} unit="个" />
    </StatStrip>
    <Facts items={toFacts(firm)} isPaired />
  </>
);

const toStates = (data: Firm) => (
  <span className="zy-firm-states">
    <EnumTag of={Review} value={data.audit} />
    <EnumDot of={Enabled} value={data.status} />
  </span>
);

/** Everything about one firm, beside the list. */
export const FirmDetail = ({ id, close }: { id: number | undefined; close: () => void }) => {
  const may = useMay();
  return (
    <RowDrawer endpoint={firmApi.info} id={id} close={close} title="企业详情" name={({ name }) => name} mark={toStates}>
      {(data) => (
        <Tabs
          className="zy-firm-detail"
          items={[
            { key: 'facts', label: '基本信息', children: <FirmFacts firm={data} /> },
            { key: 'months', label: '码统计', children: <FirmMonths id={data.id} /> },
            ...(may(auditLogApi.list.may)
              ? [{ key: 'logs', label: '操作日志', children: <FirmLogs id={data.id} /> }]
              : []),
          ]}
        />
      )}
    </RowDrawer>
  );
};
