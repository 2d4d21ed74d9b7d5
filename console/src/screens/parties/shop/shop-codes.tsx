import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { BindDialog } from '../bind-dialog.tsx';
import { PosterModal } from '../../../parts/frame/poster-modal.tsx';

type BoundShop = Pick<ShopRow, 'id' | 'name' | 'isBound'>;

const readBound = async (id: number) => (await call(shopApi.info, { id }, { quiet: true })).isBound;

const loadPoster = async (id: number) => {
  const { url, name, shopNo, firmName } = await call(shopApi.qrcode, { id }, { quiet: true });
  return { url, title: firmName, name, number: shopNo, hint: '经销商扫码发货到本店' };
};

/** 门店码 and 绑定账号 of a shop: what opens them in a row, and the two dialogs. */
export const useShopCodes = () => {
  const [poster, setPoster] = useState<number>();
  const [bound, setBound] = useState<BoundShop>();
  const acts = (row: BoundShop) => [
    { label: '门店码', may: shopApi.qrcode.may, run: () => setPoster(row.id) },
    { label: '绑定账号', may: shopApi.bindQrcode.may, run: () => setBound(row) },
  ];
  const dialogs = (
    <>
      <PosterModal id={poster} close={() => setPoster(undefined)} title="门店码" load={loadPoster} />
      <BindDialog
        who={bound}
        code={shopApi.bindQrcode}
        unbind={shopApi.unbind}
        list={shopApi.list}
        readBound={readBound}
        bindsTo="可在手机上签收、查库存。"
        close={() => setBound(undefined)}
      />
    </>
  );
  return { acts, dialogs };
};
