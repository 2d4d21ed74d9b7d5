import { Input, type InputRef } from 'antd';
import ScanLine from 'icon:scan-line';
import { useRef, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { beep } from '../feedback/beep.ts';
import { ScanButton, useHasCamera } from './scan-button.tsx';
import { useScanned } from './use-scanned.ts';
import './code-box.css';

/**
 * An input for a scanner: Enter, Tab or a scanner's silence hands over what was read, the box clears and keeps the focus. One beep when `take` is
 * done, two and a red flash when it throws; codes read meanwhile wait their turn.
 */
export const CodeBox = ({
  take,
  label = '编码',
  placeholder = '扫描或粘贴编码',
  autoFocus = true,
  disabled,
}: {
  take: (code: string) => Promise<unknown>;
  label?: string;
  placeholder?: string;
  autoFocus?: boolean;
  disabled?: boolean;
}) => {
  const hasCamera = useHasCamera();
  const input = useRef<InputRef>(null);
  const queue = useRef(Promise.resolve());
  const [text, setText] = useState('');
  const [hasFailed, setHasFailed] = useState(false);

  const read = (code: string) => {
    queue.current = queue.current.then(async () => {
      try {
        await take(code);
        setHasFailed(false);
        beep(1);
      } catch (error) {
        setHasFailed(true);
        beep(2);
        toast.failure(error);
      }
    });
  };

  const scanned = useScanned((typed) => {
    const code = typed.trim();
    setText('');
    input.current?.focus();
    if (code) read(code);
  });

  return (
    <Input
      ref={input}
      className={hasFailed ? 'zy-code-box zy-code-box-bad' : 'zy-code-box'}
      status={hasFailed ? 'error' : undefined}
      aria-label={label}
      placeholder={placeholder}
      suffix={
        hasCamera ? (
          <ScanButton type="text" size="small" disabled={disabled} take={(code) => read(code.trim())} />
        ) : (
          <ScanLine size={16} strokeWidth={1.6} aria-hidden="true" />
        )
      }
      autoFocus={autoFocus}
      autoComplete="off"
      disabled={disabled}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setHasFailed(false);
        scanned.heard(event);
      }}
      // Not onPressEnter: it waits for the key to rise, which a fast scanner may skip.
      onKeyDown={scanned.pressed}
    />
  );
};
