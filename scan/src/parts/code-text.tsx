import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';

/** A code in groups of four. The gaps are margins, so selecting it yields the bare code. */
export const CodeText = ({ code }: { code: string }) => {
  const groups = groupCode(code)
    .split(' ')
    .map((text, place) => ({ text, place }));
  return (
    <span className="code" translate="no">
      {groups.map(({ text, place }) => (
        <span key={place}>{text}</span>
      ))}
    </span>
  );
};
