import type { FastifyError } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost } from '../kit/at-most.ts';
import type { App } from '../kit/http/app-context.ts';
import { hearNotice, type NoticeAnswer } from './hear-notice.ts';
import type { Merchants } from './pay-merchants.ts';

/** WeChat Pay takes a callback for lost after five seconds and sends it again. */
const patienceMs = 4_500;
const mostBytes = 64 * 1024;

/**
 * Callbacks that are worked on at once, and those that wait for it. Each looks into the database before it can be believed: what
 * anybody sends beyond these leaves the connections to others.
 */
const atOnce = 4;
const waiting = 64;

const late: NoticeAnswer = { status: 500, body: { code: 'FAIL', message: '处理超时' } };
const busy: NoticeAnswer = { status: 503, body: { code: 'FAIL', message: '系统繁忙' } };
const unknown: NoticeAnswer = { status: 401, body: { code: 'FAIL', message: '验签失败' } };

/**
 * Where WeChat Pay calls back. The one call that answers with HTTP status codes and reads its body as it came: what is signed are
 * its bytes. A callback that cannot be worked on in time is answered 500, and comes again.
 */
export const mountNotify = (app: App, merchants: Merchants): void => {
  const share = atMost(atOnce, waiting);
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
        const parts = { db: app.db, log: app.log, merchants };
        const hear = () =>
          hearNotice(parts, Number(mchConfId), header, typeof request.body === 'string' ? request.body : '');
        if (!/^[1-9]\d{0,8}$/.test(mchConfId)) return reply.status(unknown.status).send(unknown.body);
        if (share.isFull()) return reply.status(busy.status).send(busy.body);
        const answer = await Promise.race([share(hear), sleep(patienceMs, late, { ref: false })]).catch(
          (error: unknown): NoticeAnswer => {
            app.log.error({ err: error, reqId: request.id }, 'payout: a callback could not be worked on');
            return { status: 500, body: { code: 'FAIL', message: '系统繁忙' } };
          },
        );
        return reply.status(answer.status).send(answer.body);
      });
  });
};
