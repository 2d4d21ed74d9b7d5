import type { Uploaded } from '@zhuiyuan/contract/media/upload';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, noAnswer } from '../../lib/api-error.ts';
import { UploadQueue, type Send } from './upload-queue.ts';

const fileOf = (name: string) => new File(['x'], name);
const uploaded = (fileName: string) => ({ fileName }) as Uploaded;

/** A server that answers when told to. */
const server = () => {
  const open = new Map<
    string,
    { arrive: () => void; refuse: (code: number, message: string) => void; progress: (share: number) => void }
  >();
  const tries: string[] = [];
  const send: Send = ({ file }, progress, signal) =>
    new Promise((done, failed) => {
      tries.push(file.name);
      const refuse = (code: number, message: string) => failed(new ApiError(code, message));
      signal.addEventListener('abort', () => refuse(noAnswer, '已取消'));
      open.set(file.name, { arrive: () => done(uploaded(file.name)), refuse, progress });
    });
  return { send, open, tries };
};
const settle = () => new Promise((later) => setTimeout(later, 0));
const make = () => {
  const { send, open, tries } = server();
  const onBatch = vi.fn<(arrived: Uploaded[]) => void>();
  const queue = new UploadQueue(send, async () => undefined);
  queue.tell(onBatch);
  const states = () => queue.snapshot().map(({ file, state }) => `${file.name} ${state}`);
  const answer = async (name: string, how: (of: NonNullable<ReturnType<typeof open.get>>) => void) => {
    how(open.get(name)!);
    await settle();
  };
  return { queue, tries, onBatch, states, answer };
};

describe('UploadQueue', () => {
  it('sends three at a time, and tells the end of the batch once', async () => {
    const { queue, states, answer, onBatch } = make();
    queue.add(['a', 'b', 'c', 'd'].map(fileOf), 0);
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
    await answer('b', (of) => of.arrive());
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']);
    for (const name of ['a', 'c', 'd']) await answer(name, (of) => of.arrive());
    expect(states()).toEqual([]);
    expect(onBatch.mock.calls).toEqual([[['b', 'a', 'c', 'd'].map(uploaded)]]);
  });

  it('shows how far each file is', async () => {
    const { queue, answer } = make();
    queue.add([fileOf('a')], 0);
    await answer('a', (of) => of.progress(0.4));
    expect(queue.snapshot()[0]?.share).toBe(0.4);
  });

  it('sends again what lost its connection, from the beginning and by itself', async () => {
    const { queue, tries, states, answer, onBatch } = make();
    queue.add([fileOf('a')], 0);
    await answer('a', (of) => of.refuse(noAnswer, '网络连接中断'));
    expect(states()).toEqual(['a sending']);
    await answer('a', (of) => of.arrive());
    expect(tries).toEqual(['a', 'a']);
    expect(onBatch).toHaveBeenCalledOnce();
  });

  it('gives up after four tries, keeps the file for another go, and lets the others pass', async () => {
    const { queue, tries, states, answer, onBatch } = make();
    queue.add(['a', 'b'].map(fileOf), 0);
    for (let time = 0; time < 4; time += 1) await answer('a', (of) => of.refuse(noAnswer, '网络连接中断'));
    await answer('b', (of) => of.arrive());
    expect(states()).toEqual(['a failed']);
    expect(queue.snapshot()[0]).toMatchObject({ mayRetry: true, message: '网络连接中断' });
    expect(onBatch).toHaveBeenCalledOnce();
    queue.retryAll();
    await answer('a', (of) => of.arrive());
    expect(tries.filter((name) => name === 'a')).toHaveLength(5);
    expect(states()).toEqual([]);
    expect(onBatch).toHaveBeenCalledTimes(2);
  });

  it('does not offer to send again what the server will never take', async () => {
    const { queue, states, answer } = make();
    queue.add(['a', 'b', 'c'].map(fileOf), 0);
    await answer('a', (of) => of.refuse(63512, '最大允许上传10 MB的文件, 当前文件大小为 11 MB'));
    await answer('b', (of) => of.refuse(500, '系统繁忙，请稍后再试'));
    await answer('c', (of) => of.refuse(63518, '图片尺寸过大，宽和高最多 16384 像素'));
    expect(queue.snapshot().map(({ mayRetry }) => mayRetry)).toEqual([false, true, false]);
    queue.dropFailed();
    expect(states()).toEqual([]);
  });

  it('refuses by name before anything is sent', () => {
    const { queue, tries } = make();
    queue.add(['a.svg', 'b.png'].map(fileOf), 0, (file) => (file.name.endsWith('.svg') ? '不能上传' : undefined));
    expect(tries).toEqual(['b.png']);
    expect(queue.snapshot()[0]).toMatchObject({ state: 'failed', message: '不能上传', mayRetry: false });
  });

  it('stops sending what is dropped', async () => {
    const { queue, tries, states, onBatch } = make();
    queue.add([fileOf('a')], 0);
    queue.drop(1);
    await settle();
    expect(states()).toEqual([]);
    expect(tries).toEqual(['a']);
    expect(onBatch).not.toHaveBeenCalled();
  });
});
