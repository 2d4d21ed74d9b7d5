import { asked, one, text, type Listed } from './asked.ts';

const of = '/public/role';
const [dealer, salesman, inspector, shop] = ['agent-2', 'salesman-2', 'inspector-2', 'shop-2'];

/** The lists of people on the phone: what belongs to whoever asks. */
export const fieldworkLists: readonly Listed[] = [
  { path: `${of}/deliver/pending`, table: 'deliver', role: dealer },
  { path: `${of}/deliver/line/list`, table: 'deliver_line', role: dealer, always: { deliverId: 2 } },
  {
    path: `${of}/deliver/history`,
    table: 'deliver',
    role: dealer,
    filters: { isReceived: asked, keywords: { rare: 'FH00077777', absent: 'FHX' } },
  },
  { path: `${of}/stock`, table: 'stock', role: dealer, filters: { keywords: text('茶', '茶77777') } },
  { path: `${of}/need/list`, table: 'need_apply', role: dealer },
  { path: `${of}/product/list`, table: 'product', role: dealer, filters: { keywords: text('茶', '茶77777') } },
  { path: `${of}/shop/list`, table: 'shop', role: salesman, filters: { keywords: text('门店', '门店77777') } },
  { path: `${of}/agent/list`, table: 'agent', role: salesman, filters: { keywords: text('经销商', '经销商77777') } },
  { path: `${of}/inspect/list`, table: 'inspect', role: inspector, filters: { opinion: one(2, 3, 4) } },
  { path: '/public/shop/ver/list', table: 'prize_ver', role: shop, filters: { today: asked } },
  { path: '/public/shop/duct/list', table: 'ded_log', role: shop },
  { path: '/public/shop/rewards', table: 'shop_reward', role: shop },
  { path: '/public/shop/remit/list', table: 'remit', role: shop },
];
