import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { findPage } from '../kit/db/paging.ts';
import { serve } from '../kit/http/serve.ts';
import { bindShops, unbindShop } from './bind-shops.ts';
import { asBindings, matchingBindings, pickBindable } from './find-bindings.ts';

/** Which shops hand out the prizes of which activities. */
export const mountBinding = (app: App): void => {
  const list = ({ input, db }: { input: InputOf<typeof bindingApi.list>; db: Db }) =>
    findPage(db, input, matchingBindings(db, input), asBindings);
  const remove = ({ input, db }: { input: { id: number }; db: Db }) => unbindShop(db, input.id);
  serve(app, bindingApi, {
    list,
    save: ({ input, db, operator }) => bindShops(db, input, operator.id),
    remove,
    bindable: ({ input, db }) => pickBindable(db, input),
    shopList: list,
    shopRemove: remove,
  });
};
