import type { FastifyError } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../kit/http/app-context.ts';
import { Refusal } from '../kit/refusal.ts';
import { hearNotice, takeNotice, type NoticeAnswer } from './hear-notice.ts';
import type { KeptNotice } from './kept-notices.ts';
import { holdMerchants, type Merchants } from './pay-merchants.ts';

/** WeChat Pay takes a callback for lost after five seconds and sends it again. */
const patienceMs = 4_500;
const mostBytes = 64 * 1024;
/** A callback that is kept is answered after this time, also while its turn has not come. */
const workMs = 1_000;

const late: NoticeAnswer = { status: 500, body: { code: 'FAIL', message: '处理超时' } };
const busy: NoticeAnswer = { status: 503, body: { code: 'FAIL', message: '系统繁忙' } };
const unknown: NoticeAnswer = { status: 401, body: { code: 'FAIL', message: '验签失败' } };

/**
 * Where WeChat Pay calls back. The one call that answers with HTTP status codes and reads its body as it came: what is signed are
 * its bytes. One that is believed is kept, taken over in its turn, and answered; one that cannot be kept in time is answered 500,
 * and comes again. Only where too many numbers of merchants are looked up is the answer 503.
 */
export const mountNotify = (app: App, merchants: Merchants): void => {
  const share = app.shares.notice;
  const held = holdMerchants(merchants);
  const { log } = app;
  const db = app.database.noticeDb;
  const work = async (kept: KeptNotice): Promise<void> => {
    const working = share(() => takeNotice({ db, log }, kept)).catch((error: unknown) =>
      log.error({ err: error, notifyId: kept.notifyId }, 'payout: a kept callback could not be taken over'),
    );
    await Promise.race([working, sleep(workMs, undefined, { ref: false })]);
  };
  void app.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    // Of a body that is too large, or is not one: WeChat Pay takes HTTP status 200 for heard.
    scope.setErrorHandler<FastifyError>(({ statusCode = 500 }, _request, reply) =>
      reply.status(statusCode).send({ code: 'FAIL', message: statusCode < 500 ? '请求不正确' : '系统繁忙' }),
    );
    for (const prefix of ['/api', ''])
      scope.post(`${prefix}/public/pay/wechat/notify/:mchConfId`, async (request, reply) => {
        const { mchConfId } = request.params as { mchConfId: string };
        const header = (name: string) => {
          const value = request.headers[name];
          return Array.isArray(value) ? value[0] : value;
        };
        const parts = { db, log, merchants: held, work };
        const hear = () =>
          hearNotice(parts, Number(mchConfId), header, typeof request.body === 'string' ? request.body : '');
        if (!/^[1-9]\d{0,8}$/.test(mchConfId)) return reply.status(unknown.status).send(unknown.body);
        const answer = await Promise.race([hear(), sleep(patienceMs, late, { ref: false })]).catch(
          (error: unknown): NoticeAnswer => {
            if (error instanceof Refusal) return busy;
            log.error({ err: error, reqId: request.id }, 'payout: a callback could not be worked on');
            return { status: 500, body: { code: 'FAIL', message: '系统繁忙' } };
          },
        );
        return reply.status(answer.status).send(answer.body);
      });
  });
};
