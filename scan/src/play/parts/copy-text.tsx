import type { ReactNode } from 'react';
import { copy } from '../../lib/copy.ts';
import { toast } from '../../lib/toast.ts';
import { PlayIcon } from './play-icon.tsx';

/** Words that copy something when they are tapped. */
export const CopyText = ({
  text,
  label,
  look,
  children,
}: {
  text: string;
  label: string;
  look: string;
  children: ReactNode;
}) => {
  const act = async (): Promise<void> => toast((await copy(text)) ? '复制成功' : '没有复制成功，请长按复制');
  return (
    <button type="button" className={look} aria-label={label} onClick={() => void act()}>
      {children}
      <PlayIcon name="copy" size={14} />
    </button>
  );
};

/** A long number or hash, to be copied; nothing where there is none. */
export const CopyHash = ({ text, name }: { text: string; name: string }) => (
  <CopyText text={text} label={`复制${name}`} look="p-hash">
    <code>{text}</code>
  </CopyText>
);
