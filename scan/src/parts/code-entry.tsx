import { findFormat } from '@zhuiyuan/contract/codes/cipher/code-format';
import { badCodeText, findHint, normaliseCode, readAddress } from '@zhuiyuan/contract/codes/cipher/code-input';
import { longestExtText, shortestExtText } from '@zhuiyuan/contract/codes/cipher/ext-text';
import { Entry } from '@zhuiyuan/contract/codes/state/code-enums';
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { hasCamera } from '../lib/read-with-camera.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { CodeBoxes, fitsBoxes } from './code-boxes.tsx';
import { CodeCamera } from './code-camera.tsx';
import type { Entering } from './entering.ts';
import { useBusy } from './form.tsx';

const noCode = '请输入或扫描编码';
/** An address may be longer than the code in it. */
const longestTyped = 300;

/** Why a typed code of ours cannot be asked for, or '' when it can. */
export const faultOf = (code: string): string => {
  if (!code) return noCode;
  return findFormat(code) ? '' : (findHint(code) ?? badCodeText);
};

/** Why a text cannot be asked for as a third-party code, or '' when it can: whose it is only the server can tell. */
export const otherFaultOf = (typed: string): string => {
  const { text } = readAddress(typed);
  if (!text) return noCode;
  const isAddress = /^https?:\/\//i.test(text);
  const length = [...text].length;
  return isAddress || (length >= shortestExtText && length <= longestExtText && !/\s/.test(text)) ? '' : badCodeText;
};

/** One way to type a code, with what stands there at first. */
interface Way {
  isPlain: boolean;
  text: string;
}

/** What is wrong with a text that stands there at first. */
const hintOf = ({ isPlain, text }: Way): string => (isPlain ? '' : (findHint(normaliseCode(text)) ?? ''));

const wayWords = [
  { note: '编码印在包装或防伪标签上，字母不分大小写', turn: '不是这种编码？按标签原样输入' },
  { note: '和标签上一模一样，区分大小写；也可以粘贴整个链接', turn: '换成逐格输入' },
] as const;

/**
 * Entry of a code by hand, and by camera where the browser can read one. Codes of ours go into boxes; what has no room
 * there, or is said to be of another kind, into a plain field as it stands on the label. `ask` gets the text and the
 * entry mode.
 */
export const CodeEntry = ({ ask, typed }: Entering) => {
  const field = useRef<HTMLInputElement>(null);
  const [way, setWay] = useState<Way>({ isPlain: !fitsBoxes(typed), text: typed });
  /** What was pasted or typed last into the boxes, before it was normalised. */
  const asTyped = useRef(typed);
  const [error, setError] = useState(() => hintOf(way));
  const [isBusy, run] = useBusy();
  const lastWay = useRef(way);
  useLayoutEffect(() => {
    if (lastWay.current !== way) field.current!.focus();
    lastWay.current = way;
  }, [way]);

  const turnTo = (next: Way): void => {
    asTyped.current = next.text;
    setError(hintOf(next));
    setWay(next);
  };
  const turn = (): void => {
    if (!way.isPlain) return turnTo({ isPlain: true, text: asTyped.current });
    const { value } = field.current!;
    turnTo({ isPlain: false, text: fitsBoxes(value) ? value : '' });
  };
  const fail = (failed: unknown): void => setError(reasonOf(failed));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { value } = field.current!;
    const fault = way.isPlain ? otherFaultOf(value) : faultOf(normaliseCode(value));
    setError(fault);
    if (fault) return field.current!.focus();
    const code = way.isPlain ? value.trim() : normaliseCode(value);
    void run(() => ask(code, Entry.link).catch(fail));
  };
  const words = wayWords[Number(way.isPlain) as 0 | 1];
  return (
    <form className="card entry" noValidate onSubmit={submit}>
      <label htmlFor="code">编码</label>
      <div>
        {way.isPlain ? (
          <input
            key="plain"
            ref={field}
            className="input"
            id="code"
            maxLength={longestTyped}
            defaultValue={way.text}
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            spellCheck="false"
            enterKeyHint="search"
            aria-describedby="code-error code-note"
            aria-required="true"
            aria-invalid={error !== ''}
            onInput={() => setError('')}
          />
        ) : (
          <CodeBoxes
            key="boxes"
            field={field}
            typed={way.text}
            isFaulty={error !== ''}
            changed={(code, text) => {
              asTyped.current = text;
              setError(findHint(code) ?? '');
            }}
            refused={(text) => turnTo({ isPlain: true, text })}
          />
        )}
      </div>
      <p className="error" id="code-error" role="alert">
        {error}
      </p>
      <p className="note" id="code-note">
        {words.note}
      </p>
      <button className="button solid" disabled={isBusy}>
        {isBusy ? '查询中' : '查询'}
      </button>
      <button type="button" className="text-button other-way" onClick={turn}>
        {words.turn}
      </button>
      {hasCamera() && (
        <CodeCamera
          found={(text) => void ask(text, Entry.scan).catch(fail)}
          fail={() => setError('无法打开相机，请手动输入')}
        />
      )}
    </form>
  );
};
