import { confusableHint } from '@zhuiyuan/contract/codes/cipher/code-input';
import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { CodeEntry, faultOf, otherFaultOf } from './code-entry.tsx';

describe('a typed code', () => {
  it.each([
    ['', '请输入或扫描编码'],
    ['AMNSQ74WBEFWXYME', ''],
    ['13024283646253250191', ''],
    ['AMNSQ74WBEFWXYMF', '编码格式不正确，请核对后重试'],
    ['AMNSQ74W', '编码格式不正确，请核对后重试'],
    ['AMNSQ74WBEFWXYM0', confusableHint],
  ])('%j answers %j', (code, fault) => {
    expect(faultOf(code)).toBe(fault);
  });
});

describe('a typed third-party code', () => {
  it.each([
    ['', '请输入或扫描编码'],
    ['Sn-2024/001', ''],
    ['明前茶·0001', ''],
    ['https://t.example.cn/q?sn=aB1', ''],
    ['abc', '编码格式不正确，请核对后重试'],
    ['a b c d', '编码格式不正确，请核对后重试'],
    ['9'.repeat(65), '编码格式不正确，请核对后重试'],
  ])('%j answers %j', (typed, fault) => {
    expect(otherFaultOf(typed)).toBe(fault);
  });
});

describe('entry form', () => {
  let asked: unknown[];
  let form: HTMLFormElement;
  beforeEach(() => {
    asked = [];
    const place = showOn('main', <CodeEntry ask={async (...given) => void asked.push(given)} typed="" />);
    form = place.querySelector('form')!;
  });
  const type = async (words: string): Promise<void> => {
    const input = form.querySelector('input')!;
    input.value = words;
    input.setSelectionRange(words.length, words.length);
    input.dispatchEvent(new Event('input'));
    await settle();
  };
  const submit = (): Promise<void> => {
    form.requestSubmit();
    return settle();
  };
  const boxes = (): string => [...form.querySelectorAll('.cell')].map((box) => box.textContent).join('');

  it('spreads the normalised code over the boxes and asks for it', async () => {
    await type(' amns-q74w befw xyme');
    expect(boxes()).toBe('AMNSQ74WBEFWXYME');
    await submit();
    expect(asked).toEqual([['AMNSQ74WBEFWXYME', 0]]);
  });

  it('takes the code out of a pasted address', async () => {
    await type('https://id.example.com/01/06901234567892/21/A26STBKZKXJDAA67N77N');
    expect(boxes()).toBe('A26STBKZKXJDAA67N77N');
  });

  it('opens the fifth group with the seventeenth symbol', async () => {
    const last = [...form.querySelectorAll<HTMLElement>('.group')].at(-1)!;
    await type('AMNSQ74WBEFWXYME');
    expect(last.hidden).toBe(true);
    await type('AMNSQ74WBEFWXYMEA');
    expect(last.hidden).toBe(false);
  });

  it('marks symbols that no code has, but not the digits of a number code', async () => {
    await type('AMN0');
    expect(form.querySelectorAll('.doubtful')).toHaveLength(1);
    expect(form.querySelector('.error')?.textContent).toBe(confusableHint);
    await type('1302');
    expect(form.querySelectorAll('.doubtful')).toHaveLength(0);
    expect(form.querySelector('.error')?.textContent).toBe('');
  });

  it('does not ask for what cannot be a code, and goes back to the input', async () => {
    await submit();
    expect(form.querySelector('.error')?.textContent).toBe('请输入或扫描编码');
    expect(document.activeElement).toBe(form.querySelector('input'));
    expect(asked).toEqual([]);
  });

  const plain = (): HTMLInputElement => form.querySelector<HTMLInputElement>('input.input')!;
  const turn = (): Promise<void> => {
    form.querySelector<HTMLButtonElement>('.other-way')!.click();
    return settle();
  };

  it('takes what is no code of ours in a plain field, as it stands on the label', async () => {
    await type('茶2024-001');
    expect(plain().value).toBe('茶2024-001');
    expect(document.activeElement).toBe(plain());
    await submit();
    expect(asked).toEqual([['茶2024-001', 0]]);
  });

  it('keeps case and separators of a pasted code when told that it is of another kind', async () => {
    await type('Sn-2234-7ab');
    await submit();
    expect(form.querySelector('.error')?.textContent).toBe('编码格式不正确，请核对后重试');
    await turn();
    expect(form.querySelector('.error')?.textContent).toBe('');
    await submit();
    expect(asked).toEqual([['Sn-2234-7ab', 0]]);
  });

  it('goes back to the boxes, with what has room there', async () => {
    await turn();
    plain().value = 'amns q74w';
    await turn();
    expect(boxes()).toBe('AMNSQ74W');
    await turn();
    plain().value = '茶2024';
    await turn();
    expect(boxes()).toBe('');
  });

  it('offers the camera only where the browser reads codes', () => {
    expect(form.textContent).not.toContain('扫码查询');
  });
});
