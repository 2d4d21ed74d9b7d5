import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi, type Shop } from '@zhuiyuan/contract/parties/shop/shop';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { Descriptions, Image, Tabs } from 'antd';
import { useMay } from '../../../lib/session.ts';
import { moneyText } from '../../../parts/format/numbers.ts';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { EnumDot, EnumTag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { orDash } from '../../../parts/format/facts.tsx';
import { ShopLinks } from './shop-links.tsx';
import './shops.css';

const picture = (label: string, address: string) =>
  address ? (
    <Image src={address} width={64} height={64} alt={label} className="zy-shop-picture" preview={{ mask: false }} />
  ) : (
    '-'
  );

const toFacts = (shop: Shop) => [
  { label: '门店名称', children: shop.name },
  { label: '门店编号', children: shop.shopNo },
  { label: '类型', children: ShopType.label(shop.shopType) },
  { label: '等级', children: shop.grade ? ShopGrade.label(shop.grade) : '-' },
  { label: '所属经销商', children: orDash(shop.agentName) },
  { label: '业务员', children: orDash(shop.picName) },
  { label: '渠道', children: orDash(shop.channelName) },
  { label: '联系人', children: orDash(shop.contact) },
  { label: '联系电话', children: orDash(shop.phone) },
  { label: '所在地区', children: orDash(shop.regionName) },
  { label: '详细地址', span: 'filled' as const, children: orDash(shop.address) },
  { label: '营业执照号', children: orDash(shop.licenseNo) },
  { label: '来源', children: RowSource.label(shop.source) },
  { label: '审核人', children: orDash(shop.auditName) },
  { label: '审核时间', children: timeText(shop.auditAt) },
  { label: '最近活跃', children: timeText(shop.lastActiveAt) },
  { label: '创建时间', children: timeText(shop.createTime) },
  ...(shop.auditRemark ? [{ label: '驳回原因', span: 'filled' as const, children: shop.auditRemark }] : []),
  { label: '门头照片', children: picture('门头照片', shop.doorImage) },
  { label: '营业执照', children: picture('营业执照', shop.licenseImage) },
  { label: '备注', span: 'filled' as const, children: orDash(shop.remark) },
];

const ShopFacts = ({ shop }: { shop: Shop }) => (
  <>
    <StatStrip label="数量">
      <StatCard label="抵扣余额" value={moneyText(shop.dedBalance)} unit="元" />
    </StatStrip>
    <Descriptions
      className="zy-shop-facts"
      size="small"
      column={{ xs: 1, md: 2 }}
      colon={false}
      items={toFacts(shop)}
    />
  </>
);

const toStates = (data: Shop) => (
  <span className="zy-shop-states">
    <EnumTag of={Review} value={data.audit} />
    <EnumDot of={Enabled} value={data.status} />
  </span>
);

/** Everything about one shop, beside the list. */
export const ShopDetail = ({ id, close }: { id: number | undefined; close: () => void }) => {
  const may = useMay();
  return (
    <RowDrawer endpoint={shopApi.info} id={id} close={close} title="门店详情" name={({ name }) => name} mark={toStates}>
      {(data) => (
        <Tabs
          className="zy-shop-detail"
          items={[
            { key: 'facts', label: '基本信息', children: <ShopFacts shop={data} /> },
            ...(may(shopLinkApi.list.may)
              ? [{ key: 'links', label: '关联历史', children: <ShopLinks id={data.id} /> }]
              : []),
          ]}
        />
      )}
    </RowDrawer>
  );
};
