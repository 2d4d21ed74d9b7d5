import { fieldApplyApi, type FieldApply } from '@zhuiyuan/contract/fieldwork/field-apply';
import { Review } from '@zhuiyuan/contract/kit/review';
import { ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { call } from '../../lib/field-call.ts';
import { Card, CardHead, Tag, Thumb } from '../../parts/cards.tsx';
import { Fact } from '../../../parts/facts.tsx';
import { LoadedScreen } from '../../parts/loaded-screen.tsx';
import { Screen } from '../../parts/screen.tsx';
import { ApplyForm } from './apply-form.tsx';

const title = '门店资料';

/** As the shop reads them. */
const ownWords: Partial<Record<FieldApply['audit'], string>> = { [Review.waiting]: '审核中', [Review.done]: '已通过' };

/** Whether a shop may be put forward again. */
export const isOpen = ({ audit }: Pick<FieldApply, 'audit'>): boolean =>
  audit === Review.rejected || audit === Review.unsent;

/** How the review of a shop stands, with why it was rejected. */
export const ReviewHead = ({ shop: { audit, auditRemark } }: { shop: FieldApply }) => (
  <Card>
    <CardHead
      title="入驻审核"
      right={<Tag words={ownWords[audit] ?? Review.label(audit)} tone={Review.of(audit)?.tone ?? 'wait'} />}
    />
    {auditRemark && <p className="error">{`驳回原因：${auditRemark}`}</p>}
  </Card>
);

/** What the firm has of a shop that was passed, or is looked at. */
export const ShopFacts = ({ shop }: { shop: FieldApply }) => (
  <Card>
    <dl className="f-facts">
      <Fact label="门店名称">{shop.name}</Fact>
      <Fact label="门店类型">{ShopType.of(shop.shopType)?.label}</Fact>
      <Fact label="联系人">{shop.contact}</Fact>
      <Fact label="联系电话">{shop.phone}</Fact>
      <Fact label="地址">{`${shop.regionName}${shop.address}`}</Fact>
      <Fact label="营业执照">{shop.licenseNo || '未登记'}</Fact>
      {shop.doorImage && (
        <Fact label="门头照片">
          <Thumb address={shop.doorImage} side={64} />
        </Fact>
      )}
      {shop.licenseImage && (
        <Fact label="执照照片">
          <Thumb address={shop.licenseImage} side={64} />
        </Fact>
      )}
    </dl>
  </Card>
);

/** 门店资料: how the review of a shop stands; one that was rejected, or never sent, is put forward again. */
export const ApplyPage = () => (
  <LoadedScreen title={title} load={() => call(fieldApplyApi.info, {})}>
    {(shop, reload) =>
      isOpen(shop) ? (
        <ApplyForm
          title={title}
          shop={shop}
          head={<ReviewHead shop={shop} />}
          send={(words) => call(fieldApplyApi.apply, words)}
          done={() => {
            reload();
            scrollTo(0, 0);
          }}
        />
      ) : (
        <Screen title={title}>
          <ReviewHead shop={shop} />
          <ShopFacts shop={shop} />
        </Screen>
      )
    }
  </LoadedScreen>
);
