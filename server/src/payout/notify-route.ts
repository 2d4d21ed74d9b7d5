import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../kit/http/app-context.ts';
import { hearNotice, type NoticeAnswer } from './hear-notice.ts';
import type { Merchants } from './pay-merchants.ts';

/** WeChat Pay takes a callback for lost after five seconds and sends it again. */
const patienceMs = 4_500;
const mostBytes = 64 * 1024;

const late: NoticeAnswer = { status: 500, body: { code: 'FAIL', message: '处理超时' } };

/**
 * Where WeChat Pay calls back. The one call that answers with HTTP status codes and reads its body as it came: what is signed are
 * its bytes. A callback that cannot be worked on in time is answered 500, and comes again.
 */
export const mountNotify = (app: App, merchants: Merchants): void => {
  void app.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const prefix of ['/api', ''])
      scope.post(`${prefix}/public/pay/wechat/notify/:mchConfId`, async (request, reply) => {
        const { mchConfId } = request.params as { mchConfId: string };
        const header = (name: string) => {
          const value = request.headers[name];
          return Array.isArray(value) ? value[0] : value;
        };
        const parts = { db: app.db, log: app.log, merchants };
        const isNumber = /^[1-9]\d{0,8}$/.test(mchConfId);
        const answer = isNumber
          ? await Promise.race([
              hearNotice(parts, Number(mchConfId), header, typeof request.body === 'string' ? request.body : ''),
              sleep(patienceMs, late, { ref: false }),
            ]).catch((error: unknown): NoticeAnswer => {
              app.log.error({ err: error, reqId: request.id }, 'payout: a callback could not be worked on');
              return { status: 500, body: { code: 'FAIL', message: '系统繁忙' } };
            })
          : ({ status: 401, body: { code: 'FAIL', message: '验签失败' } } satisfies NoticeAnswer);
        return reply.status(answer.status).send(answer.body);
      });
  });
};
