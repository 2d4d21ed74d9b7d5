import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { beep } from '../feedback/beep.ts';
import { readCodes } from './read-codes.ts';
import { ScanButton } from './scan-button.tsx';
import './code-box.css';
import '../../screens/codes/lookup/identities.css';

/**
 * A box for a scanner, a camera or a pasted list: Enter hands over the codes, the box clears and keeps the focus. One beep when all
 * of them were found, two and a red flash when `take` answers that some were not, or throws.
 */
export const ScanArea = ({
  most,
  take,
  placeholder = '扫描或粘贴编码，一行一个',
}: {
  most: number;
  take: (codes: string[]) => Promise<boolean>;
  placeholder?: string;
}) => {
  const box = useRef<TextAreaRef>(null);
  const queue = useRef(Promise.resolve());
  const [text, setText] = useState('');
  const [waiting, setWaiting] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);

  const tell = (isGood: boolean) => {
    setHasFailed(!isGood);
    beep(isGood ? 1 : 2);
  };
  const read = (given = text) => {
    const { codes } = readCodes(given);
    box.current?.focus();
    if (codes.length === 0) return;
    if (codes.length > most) {
      tell(false);
      toast.error(`一次最多查询${most}个编码`);
      return;
    }
    setText('');
    setWaiting((count) => count + 1);
    queue.current = queue.current.then(async () => {
      try {
        tell(await take(codes));
      } catch (error) {
        tell(false);
        toast.failure(error);
      } finally {
        setWaiting((count) => count - 1);
      }
    });
  };
  return (
    <div className="zy-scan-area">
      <Input.TextArea
        ref={box}
        className={hasFailed ? 'zy-scan-input zy-code-box-bad' : 'zy-scan-input'}
        status={hasFailed ? 'error' : undefined}
        aria-label="编码"
        placeholder={placeholder}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setHasFailed(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          read();
        }}
      />
      <span className="zy-scan-buttons">
        <Button type="primary" loading={waiting > 0} onClick={() => read()}>
          查询
        </Button>
        <ScanButton take={read} />
      </span>
      <small>
        Enter 查询，Shift + Enter 换行，一次最多 {most} 个；编码、链接、“码段号-序号”都可以，也可用扫码枪连续扫描
      </small>
    </div>
  );
};
