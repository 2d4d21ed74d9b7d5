import { z } from 'zod';

/** An app of WeChat's (公众号) whose messages we send. */
export interface MessageApp {
  appId: string;
  secret: string;
  /** '' is WeChat itself; else something that speaks as it does. */
  baseUrl: string;
}

/** What became of one attempt. */
export type Outcome =
  | { kind: 'sent'; msgNo: string }
  /** WeChat said no. */
  | { kind: 'refused'; code: number; text: string }
  /** WeChat did not get it, or could not take it now. */
  | { kind: 'notTaken'; text: string }
  /** It went out, and nothing came back that tells. */
  | { kind: 'unknown'; text: string };

/** A template as WeChat lists it. */
export interface ListedTemplate {
  templateNo: string;
  title: string;
  content: string;
  example: string;
}

/** What is asked of WeChat. */
export interface MessageTransport {
  send(
    app: MessageApp,
    message: { openId: string; templateNo: string; fields: Record<string, string>; clientId: string },
  ): Promise<Outcome>;
  listTemplates(app: MessageApp): Promise<ListedTemplate[]>;
}

/** WeChat answered with an error of its own. */
export class WechatError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(`${message} (${code})`);
  }
}

const official = 'https://api.weixin.qq.com';
const mostBytes = 4 * 1024 * 1024;
/** A token is asked for again so long before it ends, in milliseconds. */
const margin = 5 * 60_000;

const Told = z.object({ errcode: z.number().default(0), errmsg: z.string().default('') });
const TokenTold = z.object({ access_token: z.string().min(1).max(512), expires_in: z.number().positive() });
const SentTold = z.object({ msgid: z.union([z.number(), z.string()]).default('') });
const TemplatesTold = z.object({
  template_list: z
    .array(
      z.object({
        template_id: z.string().min(1).max(64),
        title: z.string().default(''),
        content: z.string().default(''),
        example: z.string().default(''),
      }),
    )
    .max(1000),
});

/** Errors of an access token that is not good, or no longer. */
const badToken = new Set([40001, 40014, 42001]);
/** Answers that say the message was not taken, and may be given again. */
const busyCodes = new Set([-1, 45011]);

/** The connection was not made: nothing was sent. */
const neverLeft = (error: unknown): boolean => {
  const { code = '' } = ((error as { cause?: { code?: string } } | null)?.cause ?? {}) as { code?: string };
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code,
  );
};
const wordsOf = (error: unknown): string =>
  error instanceof Error ? [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join('：') : '';

/**
 * Talks to WeChat for all apps of a process, each under an access token that is kept until it ends. The token is the stable one: several
 * processes are given the same, and none takes another's away.
 */
export const openTransport = ({ timeoutMs = 8_000 } = {}): MessageTransport => {
  const tokens = new Map<string, { token: string; until: number }>();
  const urlOf = ({ baseUrl }: MessageApp, path: string): string => (baseUrl || official).replace(/\/+$/, '') + path;

  const ask = async (url: string, body?: object): Promise<unknown> => {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    const text = await response.text();
    if (response.status !== 200 || text.length > mostBytes) throw new Error(`HTTP ${response.status}`);
    return JSON.parse(text);
  };

  const tokenOf = async (app: MessageApp, isFresh: boolean): Promise<string> => {
    const key = `${app.baseUrl} ${app.appId} ${app.secret}`;
    const kept = tokens.get(key);
    if (!isFresh && kept && kept.until > Date.now()) return kept.token;
    const answer = await ask(urlOf(app, '/cgi-bin/stable_token'), {
      grant_type: 'client_credential',
      appid: app.appId,
      secret: app.secret,
      force_refresh: isFresh,
    });
    const { errcode, errmsg } = Told.parse(answer);
    if (errcode !== 0) throw new WechatError(errcode, errmsg);
    const { access_token: token, expires_in: seconds } = TokenTold.parse(answer);
    tokens.set(key, { token, until: Date.now() + Math.max(0, seconds * 1000 - margin) });
    return token;
  };

  /** Asks under the kept token, and once more under a new one where WeChat says it is not good. */
  const askAs = async (app: MessageApp, path: string, body?: object): Promise<unknown> => {
    const once = async (isFresh: boolean): Promise<unknown> => {
      let token: string;
      try {
        token = await tokenOf(app, isFresh);
      } catch (error) {
        throw new NoToken(wordsOf(error), { cause: error });
      }
      return ask(urlOf(app, `${path}?access_token=${encodeURIComponent(token)}`), body);
    };
    const answer = await once(false);
    return badToken.has(Told.parse(answer).errcode) ? once(true) : answer;
  };

  return {
    async send(app, { openId, templateNo, fields, clientId }) {
      let answer: unknown;
      try {
        answer = await askAs(app, '/cgi-bin/message/template/send', {
          touser: openId,
          template_id: templateNo,
          // WeChat takes the same one once within ten minutes.
          client_msg_id: clientId,
          data: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, { value }])),
        });
      } catch (error) {
        const isSafe = error instanceof NoToken || neverLeft(error);
        return { kind: isSafe ? 'notTaken' : 'unknown', text: wordsOf(error) };
      }
      const told = Told.safeParse(answer);
      if (!told.success) return { kind: 'unknown', text: '微信的应答无法识别' };
      const { errcode: code, errmsg: text } = told.data;
      if (code === 0) return { kind: 'sent', msgNo: String(SentTold.parse(answer).msgid) };
      return busyCodes.has(code) || badToken.has(code)
        ? { kind: 'notTaken', text: `${text} (${code})` }
        : { kind: 'refused', code, text };
    },

    async listTemplates(app) {
      const answer = await askAs(app, '/cgi-bin/template/get_all_private_template');
      const { errcode, errmsg } = Told.parse(answer);
      if (errcode !== 0) throw new WechatError(errcode, errmsg);
      return TemplatesTold.parse(answer).template_list.map(({ template_id: templateNo, ...rest }) => ({
        templateNo,
        ...rest,
      }));
    },
  };
};

/** No access token was to be had: nothing was sent under it. */
class NoToken extends Error {}
