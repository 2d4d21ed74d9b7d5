import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../../test/answers.ts';
import { call as callAsRole } from '../field/lib/field-call.ts';
import { call, CallFailed, isOffline, isRefusal, offlineText } from './call.ts';
import { ownFault, reasonOf } from './reason-of.ts';

const { pin } = publicTraceApi;
const given = { token: 't', pin: '1234' };
const failureOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => vi.restoreAllMocks());

it.each([
  ['the shopper’s', () => call(pin, given)],
  ['those of a role', () => callAsRole(pin, given)],
])(
  'of %s calls one that gets no answer is the network’s fault, and one that we made wrong is ours',
  async (_whose, act) => {
    answerCalls({ '/public/trace/pin': new TypeError('Failed to fetch') });
    const lost = await failureOf(act());
    expect([isOffline(lost), isRefusal(lost), reasonOf(lost)]).toEqual([true, false, offlineText]);

    const own = new TypeError('pairs.at is not a function');
    vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
      throw own;
    });
    const wrong = await failureOf(act());
    expect([isOffline(wrong), isRefusal(wrong), reasonOf(wrong)]).toEqual([false, false, ownFault]);
  },
);

it('says what the server says of a refusal', () => {
  const refused = new CallFailed(61137, '该身份已解除绑定');
  expect([isOffline(refused), isRefusal(refused), reasonOf(refused)]).toEqual([false, true, '该身份已解除绑定']);
});
