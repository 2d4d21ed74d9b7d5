import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Deliver, DeliverParty, RegionCheck } from '@zhuiyuan/contract/movement/document/deliver';
import type { ReactNode } from 'react';
import { Dot } from '../../../parts/format/tag.tsx';

const Party = ({
  title,
  name,
  note,
  facts,
  edit,
}: {
  title: string;
  /** Changes what stands here. */
  edit?: () => void;
  name: string;
  note?: string;
  facts: readonly { label: string; value: ReactNode }[];
}) => (
  <section className="zy-deliver-party">
    <small>
      {title}
      {edit && (
        <button type="button" className="zy-link" onClick={edit}>
          编辑
        </button>
      )}
    </small>
    <h3>
      {name || '-'} {note && <small>{note}</small>}
    </h3>
    <dl>
      {facts
        .filter(({ value }) => value !== '' && value !== undefined)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  </section>
);

const most = 3;
const someOf = (names: readonly string[]): string =>
  names.length > most ? `${names.slice(0, most).join('、')}等${names.length}个` : names.join('、');

/** 区域核对: a warning that never blocks. */
export const RegionMark = ({
  region,
}: {
  region: Pick<RegionCheck, 'state' | 'regionNames' | 'productCnt' | 'products'>;
}) => {
  const regions = someOf(region.regionNames);
  if (region.state === 'none') return <span className="zy-deliver-quiet">收货方没有授权区域</span>;
  if (region.state === 'outside')
    return (
      <>
        <Dot tone="wait">收货地址不在授权区域</Dot> <small className="zy-deliver-quiet">{regions}</small>
      </>
    );
  if (region.state === 'products')
    return (
      <>
        <Dot tone="wait">收货方授权区域不含该产品</Dot>{' '}
        <small className="zy-deliver-quiet">{someOf(region.products.map(({ storeName }) => storeName))}</small>
      </>
    );
  return (
    <>
      <Dot tone="good">在授权区域内</Dot>{' '}
      <small className="zy-deliver-quiet">
        {regions}
        {region.productCnt > 0 && `，${region.productCnt} 种产品均已授权`}
      </small>
    </>
  );
};

const noteOf = ({ kind, no }: DeliverParty): string => [Holder.label(kind), no].filter(Boolean).join(' ');
const contactOf = ({ contact, phone }: DeliverParty): string => [contact, phone].filter(Boolean).join(' ');

/** Sender, receiver, and how the goods travel. */
export const DeliverParties = ({ doc, edit }: { doc: Deliver; edit: (() => void) | undefined }) => (
  <div className="zy-deliver-parties">
    <Party
      title="发货方"
      name={doc.from.name}
      note={noteOf(doc.from)}
      facts={[
        { label: '仓库', value: doc.warehouse },
        { label: '联系人', value: contactOf(doc.from) || '-' },
        { label: '地址', value: doc.from.address || '-' },
      ]}
    />
    <Party
      title="收货方"
      name={doc.to.name}
      note={noteOf(doc.to)}
      facts={[
        { label: '联系人', value: contactOf(doc.to) || '-' },
        { label: '地址', value: doc.to.address || '-' },
        ...(doc.to.kind === Holder.firm ? [] : [{ label: '区域核对', value: <RegionMark region={doc.region} /> }]),
      ]}
    />
    <Party
      title="物流"
      edit={edit}
      name={doc.logisticsName || '未登记'}
      facts={[
        { label: '单号', value: doc.logisticsNo && <span className="zy-mono">{doc.logisticsNo}</span> },
        { label: '车牌', value: doc.plateNo },
        { label: '司机', value: doc.driver },
      ]}
    />
  </div>
);
