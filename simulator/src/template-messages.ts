import { randomBytes } from 'node:crypto';
import type { SimConfig } from './faults.ts';
import type { SimMerchant } from './keys.ts';
import { secretOf, type PageReply } from './sign-in.ts';

/** A message that an app sent. */
export interface SimMessage {
  appId: string;
  openid: string;
  templateId: string;
  clientId: string;
  data: Record<string, string>;
  at: number;
}

/** How somebody stands with the apps. */
type Attitude = 'follows' | 'left' | 'refuses';

const told = (errcode: number, errmsg: string, more: object = {}): PageReply => ({
  status: 200,
  body: { errcode, errmsg, ...more },
});

const templates = [
  {
    title: '中奖结果通知',
    content: '活动名称：{{thing1.DATA}}\n奖品名称：{{thing2.DATA}}\n领取截止：{{time3.DATA}}',
    example: '活动名称：中秋扫码有礼\n奖品名称：精美礼盒\n领取截止：2026-10-01 12:00',
  },
  {
    title: '红包到账通知',
    content: '到账金额：{{amount1.DATA}}\n到账时间：{{time2.DATA}}\n备注：{{thing3.DATA}}',
    example: '到账金额：8.88元\n到账时间：2026-10-01 12:00\n备注：现金红包',
  },
  {
    title: '订单发货通知',
    content: '商品名称：{{thing1.DATA}}\n快递公司：{{thing2.DATA}}\n快递单号：{{character_string3.DATA}}',
    example: '商品名称：精美礼盒\n快递公司：顺丰速运\n快递单号：SF1234567890123',
  },
];

const lengths: Record<string, number> = { thing: 20, character_string: 32, amount: 12, time: 30 };
const tokenSeconds = 7200;

/** WeChat's template messages: the stable access token, the templates of an app, and sending, with what the real one refuses. */
export class TemplateMessages {
  readonly sent: SimMessage[] = [];
  /** Everybody follows every app until it is said otherwise. */
  readonly attitudes = new Map<string, Attitude>();
  /** Messages an app may send in a day. */
  dayQuota = 100_000;
  readonly #tokens = new Map<string, { appId: string; until: number }>();
  #serial = 0;

  constructor(
    private readonly merchants: () => Iterable<SimMerchant>,
    private readonly config: () => SimConfig,
    private readonly random: () => number,
    private readonly now: () => number,
  ) {}

  /** The number of a template of an app: always the same. */
  templateId(appId: string, at: number): string {
    return Buffer.from(`${appId}-template-${at}`).toString('base64url').slice(-43);
  }

  /** Makes every token that was given out void, as a new secret does. */
  voidTokens(): void {
    this.#tokens.clear();
  }

  /** Answers the three addresses; nothing for another one, 'drop' where the connection breaks. */
  answer(method: string, url: URL, body: string): PageReply | 'drop' | undefined {
    if (!url.pathname.startsWith('/cgi-bin/')) return undefined;
    if (method === 'POST' && url.pathname === '/cgi-bin/stable_token') return this.#token(body);
    const appId = this.#appOf(url.searchParams.get('access_token') ?? '');
    if (appId === undefined) return told(40001, 'invalid credential, access_token is invalid or not latest');
    if (method === 'GET' && url.pathname === '/cgi-bin/template/get_all_private_template')
      return told(0, 'ok', {
        template_list: templates.map((one, at) => ({
          template_id: this.templateId(appId, at),
          primary_industry: '消费品',
          deputy_industry: '消费品',
          ...one,
        })),
      });
    if (method === 'POST' && url.pathname === '/cgi-bin/message/template/send') return this.#send(appId, body);
    return told(43002, 'require POST method');
  }

  #token(body: string): PageReply {
    const asked = JSON.parse(body || '{}') as Record<string, unknown>;
    if (asked['grant_type'] !== 'client_credential') return told(40002, 'invalid grant_type');
    const merchant = [...this.merchants()].find((one) => one.appId === asked['appid']);
    if (!merchant) return told(40013, 'invalid appid');
    if (asked['secret'] !== secretOf(merchant)) return told(40125, 'invalid appsecret');
    const { appId } = merchant;
    const kept = [...this.#tokens].find(([, of]) => of.appId === appId && of.until > this.now());
    if (kept && asked['force_refresh'] !== true)
      return {
        status: 200,
        body: { access_token: kept[0], expires_in: Math.floor((kept[1].until - this.now()) / 1000) },
      };
    const token = randomBytes(48).toString('base64url');
    for (const [old, of] of this.#tokens) if (of.appId === appId) this.#tokens.delete(old);
    this.#tokens.set(token, { appId, until: this.now() + tokenSeconds * 1000 });
    return { status: 200, body: { access_token: token, expires_in: tokenSeconds } };
  }

  #appOf(token: string): string | undefined {
    const known = this.#tokens.get(token);
    return known && known.until > this.now() ? known.appId : undefined;
  }

  #send(appId: string, body: string): PageReply | 'drop' {
    const { lostRate, errorRate, timeoutRate } = this.config();
    if (this.random() < lostRate) return 'drop';
    if (this.random() < errorRate) return told(-1, 'system error');
    const asked = JSON.parse(body || '{}') as {
      touser?: string;
      template_id?: string;
      client_msg_id?: string;
      data?: Record<string, { value?: unknown }>;
    };
    const { touser: openid = '', template_id: templateId = '', client_msg_id: clientId = '' } = asked;
    const at = templates.findIndex((_one, index) => this.templateId(appId, index) === templateId);
    if (at < 0) return told(40037, 'invalid template_id');
    if (openid === '') return told(40003, 'invalid openid');
    const attitude = this.attitudes.get(openid) ?? 'follows';
    if (attitude === 'left') return told(43004, 'require subscribe');
    if (attitude === 'refuses') return told(43101, 'user refuse to accept the msg');
    const data: Record<string, string> = {};
    for (const [, key = ''] of templates[at]!.content.matchAll(/\{\{(\w+)\.DATA\}\}/g)) {
      const value = asked.data?.[key]?.value;
      const most = lengths[key.replace(/\d+$/, '')] ?? 20;
      if (typeof value !== 'string' || value === '' || [...value].length > most)
        return told(47003, `argument invalid! data.${key}.value invalid`);
      data[key] = value;
    }
    const day = 24 * 60 * 60_000;
    const mine = this.sent.filter((one) => one.appId === appId);
    const again = mine.find((one) => clientId !== '' && one.openid === openid && one.clientId === clientId);
    if (!again && mine.filter((one) => this.now() - one.at < day).length >= this.dayQuota)
      return told(45009, 'reach max api daily quota limit');
    if (!again) this.sent.push({ appId, openid, templateId, clientId, data, at: this.now() });
    if (this.random() < timeoutRate) return 'drop';
    this.#serial += 1;
    return told(0, 'ok', { msgid: 2_000_000_000 + this.#serial });
  }
}
