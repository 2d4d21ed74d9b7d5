import type { AddressInfo } from 'node:net';
import type { Config } from '../kit/config.ts';

const passwordLine = (firstPassword: string) =>
  `  密码 Password  ${firstPassword}   （仅显示这一次 / shown only once）`;

/** A worker that happened to start first tells the password it made: nobody else knows it. */
export const tellPassword = (firstPassword: string): void => {
  process.stdout.write(`\n  账号 Account   admin\n${passwordLine(firstPassword)}\n\n`);
};

/** Prints where the product is, who may enter, and the first password exactly once. */
export const greet = (
  config: Config,
  address: AddressInfo | string | null,
  firstPassword: string | undefined,
  awaitsDemo: boolean,
): void => {
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const lines = [
    '',
    '  追源 Zhuiyuan',
    `  地址 Address   http://${host}:${port}/`,
    '  账号 Account   admin',
    firstPassword
      ? passwordLine(firstPassword)
      : '  密码 Password  已设置；忘记时运行 npm run reset-admin / forgotten: npm run reset-admin',
  ];
  if (awaitsDemo)
    lines.push('  演示 Demo      演示数据正在准备，约半分钟后可见 / demonstration data follow in half a minute');
  if (!config.captcha)
    lines.push('  注意 Warning   CAPTCHA=off：验证码已关闭，仅用于自动化测试 / for automated tests only');
  process.stdout.write(`${lines.join('\n')}\n\n`);
};
