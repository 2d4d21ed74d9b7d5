import { z } from 'zod';
import { ActivityStatus } from '../campaign/campaign-states.ts';
import { defineApi, LogKind, read, write } from '../kit/endpoint.ts';
import { id, ids, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { picking } from '../kit/picking.ts';
import { oneRow } from '../kit/standard.ts';
import { RowSource } from '../parties/row-source.ts';

/** A shop that hands out the prizes of an activity. */
export const BindActRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  shopId: z.number(),
  shopNo: z.string(),
  shopName: z.string(),
  agentName: z.string(),
  picName: z.string(),
  activityId: z.number(),
  actNo: z.string(),
  actName: z.string(),
  actStatus: ActivityStatus.schema,
  startAt: time.nullable(),
  endAt: time.nullable(),
  /** It is handed out in every shop of the firm, whether bound or not. */
  verifyAll: z.boolean(),
  bindAt: time,
  bindSource: RowSource.schema,
  operatorName: z.string(),
  /** Prizes of it that the shop handed out, those taken back left out. */
  verCnt: z.number(),
});
export type BindActRow = z.output<typeof BindActRow>;

const list = z.object({
  ...paging,
  firmId: id().optional(),
  activityId: id().optional(),
  shopId: id().optional(),
  /** Of the dealer the shop belongs to now, or of somebody below him. */
  agentId: id().optional(),
  status: ActivityStatus.schema.optional(),
});

/** What unbinding answers where the shop is still owed for what it handed out. */
const Unbound = z.object({ warn: z.string() }).nullable();
export const unsettledWarning = '该门店存在未结算核销，解绑后仅停止新增核销';

const shopsMay = { any: ['admin:identity:shop:list', 'admin:lottery:store:list'] };
const mayList = { any: ['admin:lottery:active:list', 'admin:lottery:aiActive:list', ...shopsMay.any] };
const mayBind = {
  any: [
    'admin:lottery:active:update',
    'admin:lottery:aiActive:update',
    'admin:lottery:store:update',
    'admin:identity:shop:bind',
  ],
};

/** Which shops take part in an activity: one table, whose calls stand beside the activities and beside the shops. */
export const bindingApi = defineApi({
  list: read('活动绑定门店', '/admin/lottery/bind/act/list', mayList, list, pageOf(BindActRow)),
  /** Binds shops of the activity's firm; those bound before are counted as `repeat`. */
  save: write(
    LogKind.insert,
    '绑定门店活动',
    '/admin/lottery/bind/act/save',
    mayBind,
    z.object({ activityId: id('请选择活动'), shopIds: ids('请选择门店', id('请选择门店'), 1000) }),
    z.object({ ok: z.number(), repeat: z.number() }),
  ),
  /** The last shop of a published activity stays, where its prizes are handed out nowhere else. */
  remove: read('解绑活动门店', '/admin/lottery/bind/act/del', mayBind, oneRow, Unbound, { log: LogKind.delete }),
  /** Activities that are published and not over; `bound` says whether the shop, or every shop of the dealer, is bound. */
  bindable: read(
    '可绑定的活动',
    '/admin/lottery/active/bind/list/all',
    mayList,
    z.object({ ...picking, shopId: id().optional(), agentId: id().optional() }),
    z.array(
      z.object({
        id: z.number(),
        actName: z.string(),
        name: z.string(),
        status: ActivityStatus.schema,
        startAt: time.nullable(),
        endAt: time.nullable(),
        bound: z.boolean(),
      }),
    ),
  ),
  shopList: read('门店绑定活动', '/admin/identity/shop/bind/act/list', shopsMay, list, pageOf(BindActRow)),
  shopRemove: read(
    '解绑门店活动',
    '/admin/identity/shop/bind/act/del',
    { any: ['admin:identity:shop:bind', 'admin:lottery:store:update'] },
    oneRow,
    Unbound,
    { log: LogKind.delete },
  ),
});
