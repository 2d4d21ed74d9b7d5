import { useState, type RefObject } from 'react';

/** The number a firm wants to know before somebody draws; `fault` says what is wrong with it. */
export const PhoneAsk = ({
  phone,
  type,
  fault,
  isHidden,
  field,
}: {
  /** What was typed before. */
  phone: string;
  type: (phone: string) => void;
  fault: string;
  isHidden: boolean;
  field: RefObject<HTMLInputElement | null>;
}) => {
  const [first] = useState(phone);
  return (
    <div className="p-phone" hidden={isHidden}>
      <label htmlFor="draw-phone">手机号</label>
      <input
        ref={field}
        id="draw-phone"
        defaultValue={first}
        type="tel"
        inputMode="numeric"
        maxLength={24}
        autoComplete="tel-national"
        placeholder="请输入手机号"
        aria-describedby="draw-phone-error"
        aria-required
        aria-invalid={fault !== '' || undefined}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <p className="p-complaint" id="draw-phone-error" role="alert">
        {fault}
      </p>
    </div>
  );
};
