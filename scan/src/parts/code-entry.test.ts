import { confusableHint } from '@zhuiyuan/contract/codes/cipher/code-input';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeEntry, faultOf, otherFaultOf } from './code-entry.ts';

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
    form = codeEntry(async (...given) => void asked.push(given)) as HTMLFormElement;
    document.body.replaceChildren(form);
  });
  const type = (words: string): void => {
    const input = form.querySelector('input')!;
    input.value = words;
    input.setSelectionRange(words.length, words.length);
    input.dispatchEvent(new Event('input'));
  };
  const boxes = (): string => [...form.querySelectorAll('.cell')].map((box) => box.textContent).join('');

  it('spreads the normalised code over the boxes and asks for it', () => {
    type(' amns-q74w befw xyme');
    expect(boxes()).toBe('AMNSQ74WBEFWXYME');
    form.requestSubmit();
    expect(asked).toEqual([['AMNSQ74WBEFWXYME', 0]]);
  });

  it('takes the code out of a pasted address', () => {
    type('https://id.example.com/01/06901234567892/21/A26STBKZKXJDAA67N77N');
    expect(boxes()).toBe('A26STBKZKXJDAA67N77N');
  });

  it('opens the fifth group with the seventeenth symbol', () => {
    const last = [...form.querySelectorAll<HTMLElement>('.group')].at(-1)!;
    type('AMNSQ74WBEFWXYME');
    expect(last.hidden).toBe(true);
    type('AMNSQ74WBEFWXYMEA');
    expect(last.hidden).toBe(false);
  });

  it('marks symbols that no code has, but not the digits of a number code', () => {
    type('AMN0');
    expect(form.querySelectorAll('.doubtful')).toHaveLength(1);
    expect(form.querySelector('.error')?.textContent).toBe(confusableHint);
    type('1302');
    expect(form.querySelectorAll('.doubtful')).toHaveLength(0);
    expect(form.querySelector('.error')?.textContent).toBe('');
  });

  it('does not ask for what cannot be a code, and goes back to the input', () => {
    form.requestSubmit();
    expect(form.querySelector('.error')?.textContent).toBe('请输入或扫描编码');
    expect(document.activeElement).toBe(form.querySelector('input'));
    expect(asked).toEqual([]);
  });

  const plain = (): HTMLInputElement => form.querySelector<HTMLInputElement>('input.input')!;
  const turn = (): void => form.querySelector<HTMLButtonElement>('.other-way')!.click();

  it('takes what is no code of ours in a plain field, as it stands on the label', () => {
    type('茶2024-001');
    expect(plain().value).toBe('茶2024-001');
    expect(document.activeElement).toBe(plain());
    form.requestSubmit();
    expect(asked).toEqual([['茶2024-001', 0]]);
  });

  it('keeps case and separators of a pasted code when told that it is of another kind', () => {
    type('Sn-2234-7ab');
    form.requestSubmit();
    expect(form.querySelector('.error')?.textContent).toBe('编码格式不正确，请核对后重试');
    turn();
    expect(form.querySelector('.error')?.textContent).toBe('');
    form.requestSubmit();
    expect(asked).toEqual([['Sn-2234-7ab', 0]]);
  });

  it('goes back to the boxes, with what has room there', () => {
    turn();
    plain().value = 'amns q74w';
    turn();
    expect(boxes()).toBe('AMNSQ74W');
    turn();
    plain().value = '茶2024';
    turn();
    expect(boxes()).toBe('');
  });

  it('offers the camera only where the browser reads codes', () => {
    expect(form.textContent).not.toContain('扫码查询');
  });
});
