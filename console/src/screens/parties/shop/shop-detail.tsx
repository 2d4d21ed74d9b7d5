import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi, type Shop } from '@zhuiyuan/contract/parties/shop/shop';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { Image, Tabs } from 'antd';
import { useMay } from '../../../lib/session.ts';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { EnumDot, EnumTag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { payeeText } from '../payee-fields.tsx';
import { ShopActs } from './shop-acts.tsx';
import { ShopLinks } from './shop-links.tsx';
import './shops.css';

const picture = (label: string, address: string) =>
  address ? (
    <Image src={address} width={64} height={64} alt={label} className="zy-shop-picture" preview={{ mask: false }} />
  ) : (
    '-'
  );

/** A shop in words, with its pictures. */
export const toShopFacts = (shop: Shop) => [
  { label: '门店名称', value: shop.name },
  { label: '门店编号', value: shop.shopNo },
  { label: '类型', value: ShopType.label(shop.shopType) },
  { label: '等级', value: shop.grade ? ShopGrade.label(shop.grade) : '-' },
  { label: '所属经销商', value: shop.agentName },
  { label: '业务员', value: shop.picName },
  { label: '渠道', value: shop.channelName },
  { label: '联系人', value: shop.contact },
  { label: '联系电话', value: shop.phone },
  { label: '所在地区', value: shop.regionName },
  { label: '详细地址', isWide: true, value: shop.address },
  { label: '收款账户', isWide: true, value: payeeText(shop) },
  { label: '营业执照号', value: shop.licenseNo },
  { label: '来源', value: RowSource.label(shop.source) },
  { label: '审核人', value: shop.auditName },
  { label: '审核时间', value: timeText(shop.auditAt) },
  { label: '最近活跃', value: timeText(shop.lastActiveAt) },
  { label: '创建时间', value: timeText(shop.createTime) },
  ...(shop.auditRemark ? [{ label: '驳回原因', isWide: true, value: shop.auditRemark }] : []),
  { label: '门头照片', value: picture('门头照片', shop.doorImage) },
  { label: '营业执照', value: picture('营业执照', shop.licenseImage) },
  { label: '备注', isWide: true, value: shop.remark },
];

const ShopFacts = ({ shop }: { shop: Shop }) => (
  <>
    <StatStrip label="数量">
      <StatCard label="绑定活动" value={countText(shop.actCount)} unit="个" />
      <StatCard label="核销数" value={countText(shop.verCnt)} unit="件" />
      <StatCard label="抵扣余额" value={moneyText(shop.dedBalance)} unit="元" />
    </StatStrip>
    <Facts items={toShopFacts(shop)} isPaired />
  </>
);

/** Whether a shop was passed, and is enabled. */
export const toShopStates = (data: Pick<Shop, 'audit' | 'status'>) => (
  <span className="zy-shop-states">
    <EnumTag of={Review} value={data.audit} />
    <EnumDot of={Enabled} value={data.status} />
  </span>
);

/** Everything about one shop, beside the list. */
export const ShopDetail = ({ id, close }: { id: number | undefined; close: () => void }) => {
  const may = useMay();
  return (
    <RowDrawer
      endpoint={shopApi.info}
      id={id}
      close={close}
      title="门店详情"
      name={({ name }) => name}
      mark={toShopStates}
    >
      {(data) => (
        <Tabs
          className="zy-shop-detail"
          items={[
            { key: 'facts', label: '基本信息', children: <ShopFacts shop={data} /> },
            ...(may(shopLinkApi.list.may)
              ? [{ key: 'links', label: '关联历史', children: <ShopLinks id={data.id} /> }]
              : []),
            ...(may(bindingApi.shopList.may)
              ? [{ key: 'acts', label: '绑定活动', children: <ShopActs id={data.id} /> }]
              : []),
          ]}
        />
      )}
    </RowDrawer>
  );
};
