import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { Mark } from './mark.tsx';
import { TextField } from './text-field.tsx';

/** The password, which can be shown, with a hint while caps lock is on. */
export const PasswordField = (field: Omit<ComponentProps<typeof TextField>, 'icon' | 'hint' | 'after' | 'type'>) => {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLocked, setIsCapsLocked] = useState(false);
  const watch = (event: KeyboardEvent) => setIsCapsLocked(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...field}
      icon="lock"
      type={isShown ? 'text' : 'password'}
      onKeyDown={watch}
      onKeyUp={watch}
      hint={
        isCapsLocked && (
          <p className="field-hint" role="status">
            <Mark name="capsLock" size={14} />
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
          <Mark name={isShown ? 'eye' : 'eyeOff'} />
        </button>
      }
    />
  );
};
