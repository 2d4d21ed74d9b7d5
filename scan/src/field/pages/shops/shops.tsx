import { fieldShopsApi, type FieldShopRow } from '@zhuiyuan/contract/fieldwork/field-shops';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { useState } from 'react';
import { call } from '../../lib/field-call.ts';
import { go } from '../../lib/navigate.ts';
import { chosenRole } from '../../lib/session.ts';
import { Nothing, Row, StateTag, Tag, Thumb } from '../../parts/cards.tsx';
import { PagedRows, SearchBox } from '../../parts/paged.tsx';
import { Screen } from '../../parts/screen.tsx';

/** Where a review stands that has not ended well. */
const ReviewTag = ({ audit }: { audit: FieldShopRow['audit'] }) => {
  if (audit === Review.passed || audit === Review.done) return null;
  return audit === Review.waiting ? <Tag words="待审核" tone="wait" /> : <StateTag of={Review} value={audit} />;
};

const ShopRow = ({ shop }: { shop: FieldShopRow }) => (
  <Row
    lead={<Thumb address={shop.doorImage} />}
    title={shop.name}
    text={
      <span>
        {`${shop.regionName}${shop.address}`}
        <br />
        {`${shop.contact} `}
        <a href={`tel:${shop.phone}`}>{shop.phone}</a>
        {shop.audit === Review.rejected && shop.auditRemark && (
          <span className="f-warn">
            <br />
            {shop.auditRemark}
          </span>
        )}
      </span>
    }
    end={
      <span>
        {shop.status === Enabled.off ? <Tag words="已停用" tone="gone" /> : <ReviewTag audit={shop.audit} />}
        <span className="f-text">{shop.lastSupplyAt ? `${shop.lastSupplyAt.slice(5, 10)} 供货` : '未供货'}</span>
      </span>
    }
  />
);

/** 门店: those that belong to a dealer, or that a salesman looks after. */
export const ShopsPage = () => {
  const [keywords, setKeywords] = useState('');
  const isSalesman = chosenRole().startsWith('salesman');
  const none = isSalesman ? '名下还没有门店' : '还没有绑定到本经销商的门店';
  return (
    <Screen
      title="门店"
      action={
        isSalesman && (
          <button type="button" className="f-link" onClick={() => go('/r/shops/new')}>
            新增门店
          </button>
        )
      }
    >
      <SearchBox placeholder="门店名称、编号或电话" changed={setKeywords} />
      <PagedRows<FieldShopRow>
        key={keywords}
        load={(page) => call(fieldShopsApi.list, { page, keywords })}
        empty={<Nothing icon="shop" words={keywords ? '没有符合条件的门店' : none} />}
      >
        {(shop) => <ShopRow key={shop.id} shop={shop} />}
      </PagedRows>
    </Screen>
  );
};
