import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import type { Page } from '@zhuiyuan/contract/kit/page';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { storeTraceApi, TraceTab, type TraceSummary } from '@zhuiyuan/contract/settlement/store/store-trace';
import { openKeyring, type Keyring } from '../../codes/cipher/keyring.ts';
import { findCode } from '../../codes/lookup/code-facts.ts';
import { findWhose } from '../../diversion/find-whose.ts';
import { chosenColumns } from '../../jobs/exporter.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { findComputedPage, findPage } from '../../kit/db/paging.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { offerXlsx } from '../../kit/sheets/offer-xlsx.ts';
import { readShop } from '../../parties/shop/find-shops.ts';
import { traceColumns } from './trace-columns.ts';
import {
  asHappened,
  asTraceVers,
  asUnpacks,
  happenedAt,
  matchingTraceVers,
  matchingUnpacks,
  toHappenings,
  toTraceVers,
  toUnpacks,
} from './trace-events.ts';
import {
  arrivalsOf,
  arrivedByDay,
  asArrivals,
  countArrived,
  countInHand,
  type TracedShop,
  type TraceFilters,
} from './trace-goods.ts';
import {
  asSales,
  asStrayScans,
  heldBy,
  salesIn,
  soldByDay,
  strayScansIn,
  sumSales,
  toSales,
  toStrayScans,
} from './trace-sales.ts';

/** Days that the trend of a shop shows. */
const shownDays = 30;

interface Asked extends TraceFilters {
  shopId: number;
  page: number;
  limit: number;
}

/** 门店追溯: what came to one shop, and what became of it. */
export const mountStoreTrace = (app: App): void => {
  const keyring = openKeyring(app);
  const lists = listsOf(keyring);
  serve(app, storeTraceApi, {
    summary: async ({ input, db }) =>
      readSummary(db, input.shopId ?? (await shopOfCode(db, keyring, input.code!)), input),
    deliver: ({ input, db }) => lists.deliver(db, input),
    sale: ({ input, db }) => lists.sale(db, input),
    unpack: ({ input, db }) => lists.unpack(db, input),
    ver: ({ input, db }) => lists.ver(db, input),
    abnormal: ({ input, db }) => lists.abnormal(db, input),
    timeline: ({ input, db }) => lists.timeline(db, input),

    export: async ({ input: { tab, columns, ...filters }, db, operator }) => {
      const page: Page<object> = await lists[tab](db, { ...filters, page: 1, limit: exportLimit });
      if (page.total === 0) throw refuse(exportRefusals.nothing);
      if (page.more || page.total > exportLimit) throw invalid('dateLimit', '记录超过10000条，请缩小日期范围');
      const title = TraceTab.label(tab);
      const sheet = { columns: traceColumns[tab] };
      return offerXlsx(
        app,
        { db, operator },
        {
          name: `门店追溯-${title}`,
          sheet: title,
          columns: chosenColumns(sheet, columns),
          rows: page.list as never[],
        },
      );
    },
  });
};

/** The pages of each tab. */
const listsOf = (keyring: Keyring) => ({
  deliver: async (db: Db, input: Asked) => {
    const shop = await requireShop(db, input.shopId);
    return findComputedPage(db, input, arrivalsOf(db, shop, input), asArrivals);
  },
  sale: async (db: Db, input: Asked) => {
    const shop = await requireShop(db, input.shopId);
    const held = await heldBy(db, shop, input);
    const page = await findComputedPage(db, input, salesIn(db, shop, held, input.dateLimit), asSales);
    return { ...page, list: await toSales(db, keyring, page.list) };
  },
  unpack: async (db: Db, input: Asked) => {
    const page = await findPage(db, input, matchingUnpacks(db, input), asUnpacks);
    return { ...page, list: await toUnpacks(db, keyring, page.list) };
  },
  ver: async (db: Db, input: Asked) => {
    const page = await findPage(db, input, matchingTraceVers(db, input), asTraceVers);
    return { ...page, list: toTraceVers(page.list) };
  },
  abnormal: async (db: Db, input: Asked) => {
    const shop = await requireShop(db, input.shopId);
    const held = await heldBy(db, shop, input);
    const page = await findComputedPage(db, input, strayScansIn(db, shop, held, input.dateLimit), asStrayScans);
    return { ...page, list: await toStrayScans(db, keyring, page.list) };
  },
  timeline: async (db: Db, input: Asked) => {
    const shop = await requireShop(db, input.shopId);
    const page = await findComputedPage(db, input, happenedAt(db, shop, input), asHappened);
    return { ...page, list: await toHappenings(db, keyring, page.list) };
  },
});

/** A shop of the firm; 404 where there is none. */
const requireShop = async (db: Db, id: number): Promise<TracedShop> => {
  const shop = await live(db, 'shop').where('id', '=', id).select(['id', 'firmId', 'lng', 'lat']).executeTakeFirst();
  if (!shop) throw notFound('门店不存在');
  return shop;
};

/** The shop that a code was shipped to. */
const shopOfCode = async (db: Db, keyring: Keyring, code: string): Promise<number> => {
  const { unit } = await findCode(db, keyring, code);
  const [whose] = await findWhose(db, [unit]);
  const shopId = whose!.holder?.shopId;
  if (!shopId) throw notFound('该编码没有发往门店');
  return shopId;
};

const readSummary = async (
  db: Db,
  shopId: number,
  { productId, lotId, dateLimit }: Omit<InputOf<typeof storeTraceApi.summary>, 'shopId' | 'code'>,
): Promise<TraceSummary> => {
  const { lng, lat, ...shop } = await readShop(db, shopId);
  const traced = { id: shop.id, firmId: shop.firmId, lng, lat };
  const goods = { productId, lotId };
  const since = addDays(shanghaiToday(), 1 - shownDays);
  const held = await heldBy(db, traced, goods);
  const sales = await sumSales(db, traced, held, dateLimit);
  const sold = await soldByDay(db, traced, held, since);
  const arrived = await arrivedByDay(db, traced, goods, since);
  const arrivedQty = await countArrived(db, traced, { ...goods, dateLimit });
  return {
    shop: {
      ...shop,
      audit: shop.audit as TraceSummary['shop']['audit'],
      status: shop.status as TraceSummary['shop']['status'],
      phone: maskPhone(shop.phone),
      isPlaced: lng !== null && lat !== null,
    },
    stockQty: Math.max(0, (await countInHand(db, traced, goods)) - sales.all),
    arrivedQty,
    soldQty: sales.sold,
    soldRatio: arrivedQty === 0 ? null : sales.sold / arrivedQty,
    soldDays: sales.days,
    placedQty: sales.placed,
    farQty: sales.far,
    trend: Array.from({ length: shownDays }, (_none, nth) => {
      const day = addDays(since, nth);
      return { day, arrivedQty: arrived.get(day) ?? 0, soldQty: sold.get(day) ?? 0 };
    }),
  };
};
