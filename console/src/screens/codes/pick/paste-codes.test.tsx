import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { render, settle } from '../../../../test/render.tsx';
import { PasteCodes } from './paste-codes.tsx';

const Box = () => {
  const [text, setText] = useState('');
  return <PasteCodes text={text} change={setText} />;
};

const paste = async (text: string) => {
  const box = document.querySelector('textarea')!;
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  await act(async () => void box.dispatchEvent(event));
  await settle();
  return event.defaultPrevented;
};

it('keeps a list that is too long out of the box, says so, and takes a short one', async () => {
  await render(<Box />);
  expect(await paste('AMNSQ74WBEFWXYME\nALC5X7X3Z6XHLTH9')).toBe(false);
  const many = Array.from({ length: 100_000 }, (_, at) => `AMNS${String(at).padStart(12, '0')}`);
  expect(await paste(many.join('\n'))).toBe(true);
  expect(document.querySelector('textarea')!.value).toBe('');
  expect(document.body.textContent).toContain('最多粘贴5000个编码，这里有 100,000 个，更多请上传文件');
});
