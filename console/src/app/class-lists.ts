import { firmApi } from '@zhuiyuan/contract/parties/firm';
import { shopApi } from '@zhuiyuan/contract/parties/shop';
import { productApi } from '@zhuiyuan/contract/trace/product';
import { defineClassList } from '../lib/class-list.ts';

/* Lookup lists whose calls exist; a new one is one line. Screens read them with `useClassList('firm')`. */
defineClassList('firm', firmApi.listAll, ({ name }) => ({ name }));
defineClassList('product', productApi.listAll, ({ storeName, firmId, status }) => ({
  name: storeName,
  firmId,
  isDisabled: status === 1,
}));
defineClassList('shop', shopApi.listAll, ({ name, firmId }) => ({ name, firmId }));
