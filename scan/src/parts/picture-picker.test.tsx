import { useLayoutEffect } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { CallFailed, offlineText } from '../lib/call.ts';
import { usePictures, type Pictures, type Upload } from './picture-picker.tsx';

describe('pictures of a report', () => {
  let picker: Pictures;
  let element: HTMLElement;
  let upload: Upload;
  const Host = () => {
    const pictures = usePictures((...given) => upload(...given));
    useLayoutEffect(() => void (picker = pictures));
    return pictures.view;
  };
  beforeEach(() => {
    upload = async (file) => `/file/${file.name}`;
    element = showOn('div', <Host />);
  });
  const choose = async (...files: File[]): Promise<void> => {
    const input = element.querySelector('input')!;
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    input.dispatchEvent(new Event('change'));
    await settle();
  };
  const picture = (name: string, type = 'image/png', size = 10): File =>
    new File([new Uint8Array(size)], name, { type });
  const press = (label: string): void =>
    [...element.querySelectorAll('button')].find((one) => one.textContent === label)!.click();

  it('are four at most, and not sent twice', async () => {
    await choose(...['1', '2', '3', '4', '5'].map((name) => picture(name)));
    expect(picker.addresses()).toEqual(['/file/1', '/file/2', '/file/3', '/file/4']);
    expect(element.textContent).toContain('最多上传4张图片');
    press('移除');
    expect(picker.addresses()).toEqual(['/file/2', '/file/3', '/file/4']);
  });

  it('are pictures of 10 MB at most', async () => {
    await choose(picture('a.svg', 'image/svg+xml'));
    expect(element.textContent).toContain('仅支持 jpg、jpeg、png、gif、bmp 图片');
    await choose(picture('b.png', 'image/png', 10 * 1024 * 1024 + 1));
    expect(element.textContent).toContain('b.png超过10MB');
    expect(picker.addresses()).toEqual([]);
  });

  it('show their progress, and can be sent again after a failure', async () => {
    let fail = (_error: Error): void => undefined;
    upload = (_file, progress) => {
      progress(0.5);
      return new Promise((_resolve, reject) => (fail = reject));
    };
    await choose(picture('a'));
    expect(picker.isBusy()).toBe(true);
    expect(element.querySelector('progress')?.value).toBe(0.5);
    fail(new CallFailed(0, offlineText));
    await settle();
    expect(picker.isBusy()).toBe(false);
    expect(element.textContent).toContain('网络异常，请稍后重试');
    upload = async () => '/file/a';
    press('重试');
    await settle();
    expect(picker.addresses()).toEqual(['/file/a']);
  });

  it('stop on their way when removed', async () => {
    let stopped: AbortSignal | undefined;
    upload = (_file, _progress, signal) => {
      stopped = signal;
      return new Promise(() => undefined);
    };
    await choose(picture('a'));
    press('移除');
    expect(stopped?.aborted).toBe(true);
    expect(picker.isBusy()).toBe(false);
  });
});
