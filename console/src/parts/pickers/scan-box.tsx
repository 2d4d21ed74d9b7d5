import { Input, type InputRef } from 'antd';
import ScanLine from 'icon:scan-line';
import { useCallback, useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { holdFocus } from '../frame/first-field.ts';
import { ScanButton } from './scan-button.tsx';
import { isBehind, useLostScans } from './use-lost-scans.ts';
import { useScanned } from './use-scanned.ts';
import './scan-box.css';

/** What the screen around a scan box does with it. */
export interface ScanBoxHandle {
  focus: () => void;
}

/**
 * The box of a screen one works at with a hand scanner: wherever the focus went, what is typed goes into it; Enter, Tab or a scanner's silence hands it
 * over, and it clears. `keys` are the function keys of the screen, which are heard as long as nothing lies open above it.
 */
export const ScanBox = ({
  ref,
  label,
  placeholder = label,
  note = '可以扫码',
  keys = {},
  disabled = false,
  take,
}: {
  ref?: Ref<ScanBoxHandle>;
  label: string;
  placeholder?: string;
  /** What stands at its end while the window has the focus. */
  note?: ReactNode;
  keys?: Readonly<Record<string, () => void>>;
  disabled?: boolean;
  take: (text: string) => void;
}) => {
  const input = useRef<InputRef>(null);
  // Kept here, so that a key that goes down draws this box alone.
  const [text, setText] = useState('');
  const [hasFocus, setHasFocus] = useState(true);
  const focus = useCallback(() => input.current?.focus(), []);
  useImperativeHandle(ref, () => ({ focus }), [focus]);
  const heard = useRef(keys);
  useEffect(() => {
    heard.current = keys;
  });
  useEffect(() => {
    if (!disabled) holdFocus(() => input.current?.input ?? undefined);
  }, [disabled]);
  useLostScans(() => input.current?.input);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const box = input.current?.input;
      // A kept tab hears nothing, and what is open above the box has the keys.
      if (!box || isBehind(box)) return;
      const act = heard.current[event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key];
      if (act) {
        event.preventDefault();
        act();
        return;
      }
      const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isElsewhere = !(
        event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]')
      );
      if (isTyped && isElsewhere) focus();
    };
    const see = () => setHasFocus(document.hasFocus());
    addEventListener('keydown', press);
    addEventListener('focus', see);
    addEventListener('blur', see);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('focus', see);
      removeEventListener('blur', see);
    };
  }, [focus]);
  const hand = (typed: string) => {
    setText('');
    focus();
    if (typed.trim()) take(typed);
  };
  const scanned = useScanned(hand);
  return (
    <div className={hasFocus ? 'zy-scan-box' : 'zy-scan-box zy-scan-box-lost'}>
      <Input
        ref={input}
        autoFocus
        autoComplete="off"
        size="large"
        prefix={<ScanLine size={18} strokeWidth={1.6} aria-hidden="true" />}
        suffix={<small>{hasFocus || disabled ? note : '窗口失去焦点，点一下继续'}</small>}
        aria-label={label}
        placeholder={placeholder}
        disabled={disabled}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          scanned.heard(event);
        }}
        // Not onPressEnter: it waits for the key to rise, which a fast scanner may skip.
        onKeyDown={scanned.pressed}
      />
      <ScanButton disabled={disabled} size="large" take={hand} />
    </div>
  );
};
