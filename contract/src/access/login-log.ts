import { enumeration } from '../kit/enumeration.ts';

/** 登录结果. Only 1 counts towards the lock; 0 opens it for its own address, 4 for all. */
export const LoginOutcome = enumeration({
  done: { value: 0, label: '成功', tone: 'good' },
  wrong: { value: 1, label: '账号或密码错误', tone: 'bad' },
  locked: { value: 2, label: '账号已锁定', tone: 'wait' },
  disabled: { value: 3, label: '账号已停用', tone: 'gone' },
  changed: { value: 4, label: '密码已修改', tone: 'idle' },
});
