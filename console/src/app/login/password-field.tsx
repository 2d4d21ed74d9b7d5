import { ArrowBigUp, Eye, EyeOff, LockKeyhole } from 'lucide-react';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { TextField } from './text-field.tsx';

const mark = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The password, which can be shown, with a hint while caps lock is on. */
export const PasswordField = (field: Omit<ComponentProps<typeof TextField>, 'icon' | 'hint' | 'after' | 'type'>) => {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLocked, setIsCapsLocked] = useState(false);
  const watch = (event: KeyboardEvent) => setIsCapsLocked(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...field}
      icon={LockKeyhole}
      type={isShown ? 'text' : 'password'}
      onKeyDown={watch}
      onKeyUp={watch}
      hint={
        isCapsLocked && (
          <p className="field-hint" role="status">
            <ArrowBigUp size={14} strokeWidth={1.6} aria-hidden="true" />
            大写锁定已打开
          </p>
        )
      }
      after={
        <button
          type="button"
          className="field-eye"
          aria-label={isShown ? '隐藏密码' : '显示密码'}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <Eye {...mark} /> : <EyeOff {...mark} />}
        </button>
      }
    />
  );
};
