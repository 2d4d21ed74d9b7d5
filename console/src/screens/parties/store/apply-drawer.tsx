import { isCreditCode } from '@zhuiyuan/contract/parties/credit-code';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApplyApi, type Apply, type ApplyRow, type ShopTwin } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { Button, Image, Skeleton } from 'antd';
import { useRead } from '../../../lib/use-read.ts';
import { ChinaMap } from '../../../parts/charts/china-map.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { EnumDot, EnumTag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import './store.css';

/** How long a shop waits or waited, of hours: 2.5 小时, 3 天. */
export const waitText = (hours: number): string =>
  hours < 48 ? `${hours.toFixed(1).replace(/\.0$/, '')} 小时` : `${Math.floor(hours / 24)} 天`;

/** What is not as it should be before a shop is passed. */
const lacksOf = (row: Apply): string[] => [
  ...(row.agentName ? [] : ['没有所属经销商']),
  ...(row.licenseNo === '' ? ['没有营业执照号'] : isCreditCode(row.licenseNo) ? [] : ['统一社会信用代码格式不正确']),
  ...(row.licenseImage ? [] : ['没有营业执照照片']),
  ...(row.doorImage ? [] : ['没有门头照片']),
  ...(row.lng === null || row.lat === null ? ['没有在地图上定位'] : []),
];

const factsOf = (row: Apply) => [
  { label: '门店名称', value: row.shopName },
  { label: '门店编号', value: row.shopNo },
  { label: '类型', value: ShopType.label(row.shopType) },
  { label: '所属经销商', value: row.agentName },
  { label: '业务员', value: row.picName },
  { label: '来源', value: RowSource.label(row.source) },
  { label: '申请人', value: row.applicant },
  { label: '联系人', value: row.contact },
  { label: '联系电话', value: row.phone },
  { label: '营业执照号', value: row.licenseNo },
  { label: '地址', value: `${row.regionName}${row.address}`, isWide: true },
  { label: '提交时间', value: timeText(row.submitAt) },
  { label: '等待时长', value: waitText(row.waitHours) },
  ...(row.auditAt ? [{ label: '审核', value: `${row.auditName} ${timeText(row.auditAt)}`.trim() }] : []),
  ...(row.auditRemark ? [{ label: '驳回原因', value: row.auditRemark, isWide: true }] : []),
  ...(row.remark ? [{ label: '备注', value: row.remark, isWide: true }] : []),
];

const Picture = ({ label, address }: { label: string; address: string }) => (
  <figure>
    {address ? (
      <Image src={thumbAddress(address)} alt={label} preview={{ mask: false, src: address }} />
    ) : (
      <div className="zy-apply-none">未上传</div>
    )}
    <figcaption>{label}</figcaption>
  </figure>
);

const whyText = ({ samePhone, sameLicense, metres }: ShopTwin): string =>
  [sameLicense && '营业执照号相同', samePhone && '电话相同', metres !== null && `相距 ${metres} 米`]
    .filter(Boolean)
    .join('，');

const Twins = ({ twins, isLocated }: { twins: readonly ShopTwin[]; isLocated: boolean }) => (
  <section className="zy-apply-twins">
    <h3>查重</h3>
    {twins.length === 0 && (
      <p className="zy-apply-clear">
        {isLocated ? '没有电话、营业执照号相同，或50米以内的其他门店' : '没有电话或营业执照号相同的其他门店'}
      </p>
    )}
    {!isLocated && <p>没有定位，未查50米以内的门店</p>}
    <ul>
      {twins.map((twin) => (
        <li key={twin.id}>
          <div>
            <b>{twin.name}</b>
            <span>{twin.shopNo}</span>
            <EnumDot of={Review} value={twin.audit} />
          </div>
          <p className="zy-apply-why">{whyText(twin)}</p>
          <p>{[twin.agentName, twin.address].filter(Boolean).join(' · ')}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Body = ({ row }: { row: Apply }) => {
  const lacks = lacksOf(row);
  return (
    <div className="zy-apply">
      {row.audit === Review.waiting && lacks.length > 0 && (
        <NoticeBar tone="wait">资料不全：{lacks.join('、')}</NoticeBar>
      )}
      <div className="zy-apply-sides">
        <Facts items={factsOf(row)} />
        <div className="zy-apply-seen">
          <div className="zy-apply-pictures">
            <Picture label="门头照片" address={row.doorImage} />
            <Picture label="营业执照" address={row.licenseImage} />
          </div>
          {row.lng !== null && row.lat !== null && (
            <ChinaMap
              label={`${row.shopName}的位置`}
              height={200}
              marked={[]}
              points={[{ lng: row.lng, lat: row.lat, name: `${row.regionName}${row.address}` }]}
            />
          )}
        </div>
      </div>
      <Twins twins={row.twins} isLocated={row.lng !== null && row.lat !== null} />
    </div>
  );
};

/** A shop that was put forward, with its pictures, where it is, and which other shops it may be the same as. */
export const ApplyDrawer = ({
  id,
  close,
  review,
}: {
  id: number | undefined;
  close: () => void;
  review: (row: ApplyRow, start?: Record<string, unknown>) => void;
}) => {
  const { data, error, refetch } = useRead(shopApplyApi.info, id === undefined ? undefined : { id });
  return (
    <SideDrawer
      isOpen={id !== undefined}
      close={close}
      title="门店审核"
      name={data?.shopName}
      mark={data && <EnumTag of={Review} value={data.audit} />}
      width={880}
      foot={
        data?.audit === Review.waiting && (
          <May of={shopApplyApi.audit.may}>
            <div className="zy-apply-foot">
              <Button type="primary" onClick={() => review(data)}>
                审核
              </Button>
            </div>
          </May>
        )
      }
    >
      {error && !data && <BlockFailed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />}
      {data && <Body row={data} />}
    </SideDrawer>
  );
};
