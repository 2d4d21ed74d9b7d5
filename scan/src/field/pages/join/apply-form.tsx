import type { fieldApplyApi, FieldApply } from '@zhuiyuan/contract/fieldwork/field-apply';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { useState, type ReactNode } from 'react';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { usePlace } from '../../lib/use-place.ts';
import { useContentKey } from '../../lib/use-content-key.ts';
import { Card, CardHead } from '../../parts/cards.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { usePhotos } from '../../parts/photos.tsx';
import { Screen } from '../../parts/screen.tsx';
import type { FindRegions } from '../shops/region-choice.tsx';
import { blankShop, licenseOf, shopWords, type ShopField, type TypedShop } from '../shops/shop-draft.ts';
import { PlaceCard, TextField, TypeField, useShopForm } from '../shops/shop-fields.tsx';

/** What a shop says of itself. */
export type ApplyWords = QueryOf<typeof fieldApplyApi.apply>;

const fields: ShopField[] = ['name', 'shopType', 'contact', 'phone', 'regionCode', 'address', 'licenseNo'];

/** What stands in the form first. */
const toTyped = (shop: FieldApply | null): TypedShop => {
  if (!shop) return blankShop;
  const { name, contact, phone, regionCode, regionName, address, licenseNo } = shop;
  const shopType = ShopType.of(shop.shopType)?.value ?? 0;
  return { ...blankShop, name, shopType, contact, phone, regionCode, regionName, address, licenseNo };
};

const placeOf = (shop: FieldApply | null) =>
  shop && shop.lng !== null && shop.lat !== null ? { lng: shop.lng, lat: shop.lat } : null;

/** What a shop says of itself when it is put forward, again or for the first time. */
export const ApplyForm = ({
  title,
  shop,
  head,
  query,
  findRegions,
  send,
  done,
}: {
  title: string;
  /** What it said before; null for the first time. */
  shop: FieldApply | null;
  /** Above the form. */
  head: ReactNode;
  /** Goes with each picture. */
  query?: () => string;
  findRegions?: FindRegions;
  send: (words: ApplyWords) => Promise<unknown>;
  done: () => void;
}) => {
  const form = useShopForm(fields, toTyped(shop));
  const place = usePlace(placeOf(shop), { keepsLast: true });
  const door = usePhotos({ most: 1, kept: [shop?.doorImage ?? ''].filter(Boolean), query });
  const paper = usePhotos({ most: 1, kept: [shop?.licenseImage ?? ''].filter(Boolean), query });
  const [error, setError] = useState('');
  const isLeft = useLeft();
  const keyOf = useContentKey();

  const submit = async (): Promise<void> => {
    setError('');
    const wrong = form.findWrong();
    const isWaiting = [door.isWaiting(), paper.isWaiting()].includes(true);
    const [doorImage = ''] = door.addresses();
    const [licenseImage = ''] = paper.addresses();
    // All at once: who mends one fault after the other tries in vain each time.
    if (!isWaiting && !doorImage) door.fail('请上传门头照片');
    if (!isWaiting && !licenseImage) paper.fail('请上传营业执照照片');
    if (wrong) return wrong.focus();
    if (isWaiting || !doorImage || !licenseImage) return;
    const licenseNo = licenseOf(form.shop);
    const content = { ...shopWords(form.shop), licenseNo, doorImage, licenseImage, ...place.position };
    try {
      await send({ ...content, idemKey: keyOf(content) });
      toast('提交成功，等待审核');
      if (!isLeft.current) done();
    } catch (failed) {
      setError(reasonOf(failed));
    }
  };
  return (
    <Screen
      title={title}
      foot={
        <BusyButton busy="提交中" act={submit}>
          提交审核
        </BusyButton>
      }
    >
      {head}
      <Card>
        <TextField form={form} field="name" label="门店名称" maxLength={60} />
        <TypeField form={form} />
        <TextField form={form} field="contact" label="联系人" maxLength={20} />
        <TextField form={form} field="phone" label="联系电话" type="tel" maxLength={24} />
      </Card>
      <PlaceCard form={form} place={place} findRegions={findRegions} />
      <Card>
        <TextField form={form} field="licenseNo" label="统一社会信用代码" maxLength={30} autoCapitalize="characters" />
      </Card>
      <Card>
        <CardHead title="* 门头照片" />
        {door.view}
      </Card>
      <Card>
        <CardHead title="* 营业执照" />
        {paper.view}
        <p className="error" role="alert">
          {error}
        </p>
      </Card>
    </Screen>
  );
};
