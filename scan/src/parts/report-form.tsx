import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { reasonOf } from '../lib/reason-of.ts';
import { Field, useBusy } from './form.tsx';
import { usePictures } from './picture-picker.tsx';
import type { Report, Reporting } from './reporting.ts';
import { uploadWith } from './upload-with.ts';

const longest = 300;

/** What became of a report. */
const Thanks = () => {
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => words.current!.focus(), []);
  return (
    <p ref={words} className="card thanks" role="status" tabIndex={-1}>
      提交成功，感谢您的监督
    </p>
  );
};

/** The parts of a report that may be typed. */
const useTyped = () => ({
  content: useRef<HTMLTextAreaElement>(null),
  buyPlace: useRef<HTMLInputElement>(null),
  contact: useRef<HTMLInputElement>(null),
});

const Content = ({
  field,
  error,
  changed,
}: {
  field: ReturnType<typeof useTyped>['content'];
  error: string;
  changed: () => void;
}) => {
  const [length, setLength] = useState(0);
  const type = (): void => {
    setLength(field.current!.value.length);
    changed();
  };
  return (
    <Field
      label="举报内容"
      error={error}
      isRequired
      foot={<span className="note counter" aria-hidden="true">{`${length}/${longest}`}</span>}
    >
      {(tied) => <textarea {...tied} ref={field} className="input" rows={4} maxLength={longest} onInput={type} />}
    </Field>
  );
};

/** Report of a suspicious product. Pictures only under a token; after it is sent the form gives way to the thanks. */
export const ReportForm = ({ send, uploadToken }: Reporting) => {
  const typed = useTyped();
  const pictures = usePictures(uploadWith(uploadToken ?? ''));
  const [fault, setFault] = useState('');
  const [failure, setFailure] = useState('');
  const [isSent, setSent] = useState(false);
  const [isBusy, run] = useBusy();
  if (isSent) return <Thanks />;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { content, buyPlace, contact } = typed;
    const words = content.current!.value.trim();
    setFault(words ? '' : '请输入举报内容');
    setFailure('');
    if (!words) return content.current!.focus();
    if (pictures.isBusy()) return setFailure('图片上传完成后再提交');
    const report: Report = {
      content: words,
      images: pictures.addresses(),
      contact: contact.current!.value.trim(),
      buyPlace: buyPlace.current!.value.trim(),
    };
    void run(() =>
      send(report).then(
        () => setSent(true),
        (error: unknown) => setFailure(reasonOf(error)),
      ),
    );
  };
  return (
    <form className="card" noValidate aria-labelledby="report-title" onSubmit={submit}>
      <h2 id="report-title">举报可疑商品</h2>
      <Content field={typed.content} error={fault} changed={() => setFault('')} />
      {uploadToken !== null && pictures.view}
      <Field label="购买地点（选填）">
        {(tied) => <input {...tied} ref={typed.buyPlace} className="input" maxLength={100} autoComplete="off" />}
      </Field>
      <Field label="联系方式（选填）" note="仅用于核实情况">
        {(tied) => <input {...tied} ref={typed.contact} className="input" maxLength={60} autoComplete="tel" />}
      </Field>
      <p className="error" role="alert">
        {failure}
      </p>
      <button className="button solid" disabled={isBusy}>
        {isBusy ? '提交中' : '提交举报'}
      </button>
    </form>
  );
};
