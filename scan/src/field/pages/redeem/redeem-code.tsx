import { groupVerCode, isVerCode, readVerCode } from '@zhuiyuan/contract/campaign/ver-code';
import { badVerCode } from '@zhuiyuan/contract/redeem/shop-redeem';
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { openSheet } from '../../parts/sheet.tsx';

const codeLength = 12;

/** The redemption code in what was scanned: the code itself, or the end of an address. */
export const codeIn = (text: string): string => readVerCode(text.replace(/[/=?&#]+$/, '').replace(/^.*[/=?&#]/, ''));

/** Why a typed code is not asked for; '' where it can be one. */
const faultOf = (code: string): string => {
  if (!code) return '请输入核销码';
  if (code.length !== codeLength) return '核销码为 12 位';
  return isVerCode(code) ? '' : badVerCode;
};

const grouped = (typed: string): string =>
  groupVerCode(
    readVerCode(typed)
      .replace(/[^0-9A-Z]/g, '')
      .slice(0, codeLength),
  );

const CodeForm = ({ take }: { take: (code: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  // A frame later: the sheet keeps where the focus was before, to give it back.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => input.current!.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const typed = ({ currentTarget: field }: FormEvent<HTMLInputElement>): void => {
    setError('');
    // Grouped anew only at the end: a symbol that is mended in the middle keeps its place.
    if (field.selectionStart === field.value.length) field.value = grouped(field.value);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const code = readVerCode(input.current!.value);
    const fault = faultOf(code);
    if (fault) setError(fault);
    else take(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <input
        ref={input}
        className="input f-code-input"
        aria-label="核销码"
        aria-describedby="ver-error"
        aria-invalid={error !== '' || undefined}
        placeholder="12 位核销码"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
        enterKeyHint="search"
        maxLength={40}
        onInput={typed}
      />
      <p className="error" id="ver-error" role="alert">
        {error}
      </p>
      <p className="f-text">在顾客的奖品页面上，由数字和字母组成，没有字母 I、L、O、U</p>
      <button type="submit" className="button solid f-check">
        查询
      </button>
    </form>
  );
};

/** 输入核销码: grouped while it is typed; what cannot be a code is not asked for. Answers what closes it. */
export const openTyping = (take: (code: string) => void, closed?: () => void): (() => void) =>
  openSheet(
    '输入核销码',
    (close) => (
      <CodeForm
        take={(code) => {
          close();
          take(code);
        }}
      />
    ),
    closed,
  );
