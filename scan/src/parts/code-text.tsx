import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';

/** A code in groups of four. The gaps are margins, so selecting it yields the bare code. */
export const CodeText = ({ code }: { code: string }) => (
  <span className="code" translate="no">
    {groupCode(code)
      .split(' ')
      .map((group, at) => (
        <span key={at}>{group}</span>
      ))}
  </span>
);
