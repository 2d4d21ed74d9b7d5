import { shanghaiTime } from '@zhuiyuan/contract/kit/date-limit';
import { signToken } from '../kit/secret.ts';

const minutes = 30;

/** Makes the token by which an agent, salesman or inspector binds a consumer account of his own within half an hour. */
export const bindCode = (
  masterKey: Buffer,
  who: { kind: 'agent' | 'salesman' | 'inspector'; id: number },
): { bindToken: string; expireAt: string } => ({
  bindToken: signToken(masterKey, 'bind', who, minutes * 60),
  expireAt: shanghaiTime(new Date(Date.now() + minutes * 60_000)),
});
