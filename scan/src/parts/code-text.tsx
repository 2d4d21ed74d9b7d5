import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { copy } from '../lib/copy.ts';
import { toast } from '../lib/toast.ts';
import { Icon } from './icon.tsx';

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

/** Copies the bare code. */
export const CopyButton = ({ code }: { code: string }) => {
  const act = async (): Promise<void> => toast((await copy(code)) ? '复制成功' : '没有复制成功，请长按编码复制');
  return (
    <button type="button" className="icon-button" aria-label="复制编码" onClick={() => void act()}>
      <Icon name="copy" size={18} />
    </button>
  );
};
