import { z } from 'zod';
import { defineApi, nothing, read, send } from '../kit/endpoint.ts';
import { time } from '../kit/fields.ts';
import { RoleKind, RoleState } from './role-kind.ts';

/** What the QR code of a party holds by which somebody binds an account of his own: the page that does it, and behind `#` the token, good once and until `expireAt`. */
export const BindCode = z.object({ bindToken: z.string(), page: z.string(), expireAt: time });

/** Somebody an account acts as. */
export const HeldRole = z.object({
  /** As the header X-Role names it. */
  role: z.string(),
  kind: RoleKind.schema,
  id: z.number(),
  name: z.string(),
  /** 编号 or 工号. */
  number: z.string(),
  contact: z.string(),
  firmId: z.number(),
  firmName: z.string(),
  firmLogo: z.string(),
  servicePhone: z.string(),
  state: RoleState,
  /** What an inspector may do. */
  scopes: z.array(z.string()),
});
export type HeldRole = z.output<typeof HeldRole>;

const badToken = '二维码已失效，请重新获取';
const bindToken = z.string({ error: badToken }).trim().min(1, badToken).max(100, badToken);

/** The sign-in of people on the phone: header X-Consumer-Token, by which the roles are found that were bound to it. */
export const accountApi = defineApi({
  /** Whom a QR code would bind, before anything is bound. With a body, as addresses stand in the logs of whatever lies on the way. */
  bindInfo: send(
    '查看绑定码',
    '/public/role/bind/info',
    'open',
    z.object({ bindToken }),
    HeldRole.pick({ kind: true, name: true, number: true, firmName: true, firmLogo: true }),
    { log: false, forShoppers: true, perMinute: 60 },
  ),
  /** Binds the sender's account, or a new one, whose token it answers. */
  bind: send(
    '绑定身份',
    '/public/role/bind',
    'open',
    z.object({ bindToken }),
    z.object({ token: z.string(), role: HeldRole }),
    { log: false, forShoppers: true, ownTransaction: true, perMinute: 20 },
  ),
  list: read('我的身份', '/public/role/list', 'open', nothing, z.array(HeldRole), {
    forShoppers: true,
    perMinute: 120,
  }),
});
