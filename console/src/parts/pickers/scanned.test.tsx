import { Drawer } from 'antd';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clear, press, render, settle, type, until } from '../../../test/render.tsx';
import { CodeBox } from './code-box.tsx';
import { ScanBox } from './scan-box.tsx';
import { isScanned, withSign, type Burst } from './scanned.ts';

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;

let clock = 0;

/** An event of a scanner, which has its own pace however busy this machine is. */
const timed = <E extends Event>(event: E, pause = 8): E => {
  clock += pause;
  return Object.defineProperty(event, 'timeStamp', { value: clock });
};

/** Sends a text as a scanner does, sign by sign without pauses. */
const scan = (input: HTMLInputElement, code: string) =>
  act(async () => {
    clock += 1000;
    for (const sign of code) {
      input.dispatchEvent(timed(new KeyboardEvent('keydown', { key: sign, bubbles: true })));
      setValue.call(input, input.value + sign);
      input.dispatchEvent(timed(new InputEvent('input', { data: sign, inputType: 'insertText', bubbles: true }), 0));
    }
  });

const key = (target: EventTarget, init: KeyboardEventInit & { key: string }) => {
  const event = timed(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  target.dispatchEvent(event);
  return event;
};

const burstOf = (...times: number[]): Burst | undefined =>
  times.reduce<Burst | undefined>((burst, now, at) => withSign(burst, at, now), undefined);

describe('what a scanner sent', () => {
  it('comes faster than a hand types', () => {
    expect(isScanned(burstOf(0, 8, 16, 24, 32, 40, 48))).toBe(true);
    expect(isScanned(burstOf(0, 45, 90, 135, 180, 225))).toBe(true);
    expect(isScanned(burstOf(0, 70, 140, 210, 280, 350, 420))).toBe(false);
    expect(isScanned(burstOf(0, 8, 16, 24, 32))).toBe(false);
    expect(isScanned(undefined)).toBe(false);
  });

  it('begins anew after a silence, and where the next sign does not follow', () => {
    expect(withSign(burstOf(0, 10, 20), 3, 200)).toMatchObject({ from: 3, signs: 1 });
    expect(withSign(burstOf(0, 10, 20), 9, 30)).toMatchObject({ from: 9, signs: 1 });
  });
});

describe('the boxes of a scanner', { timeout: 60_000 }, () => {
  // What jsdom does not lay out is taken for hidden.
  beforeAll(() => Object.defineProperty(HTMLElement.prototype, 'offsetParent', { get: () => document.body }));
  afterEach(clear);

  const boxes = [
    ['ScanBox', (take: (code: string) => void) => <ScanBox label="编码" take={take} />],
    ['CodeBox', (take: (code: string) => void) => <CodeBox take={async (code) => take(code)} />],
  ] as const;

  it.each(boxes)('%s takes Enter and Tab as the end, with whatever modifier', async (_name, boxOf) => {
    const taken: string[] = [];
    const box = await render(boxOf((code) => taken.push(code)));
    const input = box.querySelector('input')!;
    const ends = [
      { key: 'Enter' },
      { key: 'Tab' },
      { key: 'Enter', ctrlKey: true },
      { key: 'Enter', shiftKey: true },
      { key: 'Tab', altKey: true },
      { key: 'j', ctrlKey: true },
    ];
    for (const [nth, end] of ends.entries()) {
      await scan(input, `AMNSQ74W${nth}`);
      await act(async () => void key(input, end));
      expect(input.value).toBe('');
    }
    await settle();
    expect(taken).toEqual(ends.map((_end, nth) => `AMNSQ74W${nth}`));
  });

  it.each(boxes)('%s hands over what came without an end, and does not wait for more', async (_name, boxOf) => {
    const taken: string[] = [];
    const box = await render(boxOf((code) => taken.push(code)));
    const input = box.querySelector('input')!;
    await scan(input, 'AMNSQ74WBEFW');
    await until(() => taken.length === 1);
    expect(input.value).toBe('');
    await scan(input, '4QH79TXA2222');
    await until(() => taken.length === 2);
    expect(taken).toEqual(['AMNSQ74WBEFW', '4QH79TXA2222']);
  });

  it.each(boxes)('%s does not tear a code where a scanner that sends ends stops within', async (_name, boxOf) => {
    const taken: string[] = [];
    const box = await render(boxOf((code) => taken.push(code)));
    const input = box.querySelector('input')!;
    await scan(input, 'AMNSQ74WBEFW');
    await act(async () => void key(input, { key: 'Enter' }));
    await scan(input, '4QH79TXA');
    // Longer than the silence of one that sends none.
    await settle(200);
    clock += 200 - 1000;
    await scan(input, '2222');
    await act(async () => void key(input, { key: 'Enter' }));
    await settle();
    expect(taken).toEqual(['AMNSQ74WBEFW', '4QH79TXA2222']);
  });

  it.each(boxes)('%s does not append a scan to what was left in it', async (_name, boxOf) => {
    const taken: string[] = [];
    const box = await render(boxOf((code) => taken.push(code)));
    const input = box.querySelector('input')!;
    await type(input, 'HALF');
    await scan(input, 'AMNSQ74WBEFW');
    await act(async () => void key(input, { key: 'Enter' }));
    await settle();
    expect(taken).toEqual(['AMNSQ74WBEFW']);
  });

  it('leaves what a hand typed or pasted until Enter, and Tab of an empty box to the page', async () => {
    const taken: string[] = [];
    const box = await render(<ScanBox label="编码" take={(code) => taken.push(code)} />);
    const input = box.querySelector('input')!;
    expect(key(input, { key: 'Tab' }).defaultPrevented).toBe(false);
    await type(input, 'AMNSQ74WBEFW');
    // Longer than a scanner's silence.
    await settle(200);
    expect([taken, input.value]).toEqual([[], 'AMNSQ74WBEFW']);
    await press(input, 'Enter');
    expect(taken).toEqual(['AMNSQ74WBEFW']);
  });

  it('says why a scan goes nowhere under an open drawer, and lets its Enter press no button there', async () => {
    const taken: string[] = [];
    let pressed = 0;
    await render(
      <>
        <ScanBox label="编码" take={(code) => taken.push(code)} />
        <Drawer open title="详情">
          <button type="button" onKeyDown={() => (pressed += 1)}>
            确定
          </button>
        </Drawer>
      </>,
    );
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === '确定')!;
    pressed = 0;
    await act(async () => {
      for (const sign of 'AMNSQ74W') key(button, { key: sign });
    });
    pressed = 0;
    let end = new KeyboardEvent('keydown');
    await act(async () => void (end = key(button, { key: 'Enter' })));
    await settle();
    expect([end.defaultPrevented, pressed, taken]).toEqual([true, 0, []]);
    expect(document.body.textContent).toContain('刚才的扫码没有录入：请先关闭打开的窗口再扫');
  });
});
