import { uploadRefusals, type Uploaded } from '@zhuiyuan/contract/media/upload';
import { saidOf } from '../../lib/said-of.ts';
import { ApiError, noAnswer } from '../../lib/api-error.ts';

/** A file on its way. */
export interface UploadItem {
  key: number;
  file: File;
  /** Folder of the library it goes to. */
  pid: number;
  /** 0 to 1. */
  share: number;
  /** `paused`: the connection was lost, it goes on by itself. */
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done';
  message: string;
  /** False where sending the same bytes again cannot help. */
  mayRetry: boolean;
}

export type Send = (
  item: Pick<UploadItem, 'file' | 'pid'>,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Uploaded>;

const parallel = 3;
const mostTries = 4;
/** What is said of an upload that may do better the next time. */
const passing = new Set<number>([uploadRefusals.noFile, uploadRefusals.interrupted].map(([code]) => code));
const hopeless = new Set<number>(
  Object.values(uploadRefusals)
    .map(([code]) => code)
    .filter((code) => !passing.has(code)),
);

const isOnline = (): boolean => navigator.onLine;

/** Waits for the browser to be online again, then a little longer with every try. */
const connected = async (tries: number): Promise<void> => {
  if (!isOnline()) await new Promise<void>((again) => addEventListener('online', () => again(), { once: true }));
  await new Promise((later) => setTimeout(later, 1000 * 2 ** (tries - 1)));
};

/**
 * Sends files, three at a time. A file whose connection was lost is sent again by itself, four times at most; a failed
 * one stays, to be retried or dropped by hand, and does not hold up the others.
 */
export class UploadQueue {
  private items: readonly UploadItem[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly aborts = new Map<number, AbortController>();
  private arrived: Uploaded[] = [];
  private lastKey = 0;

  private onBatch: (arrived: Uploaded[]) => void = () => undefined;

  constructor(
    private readonly sendOne: Send,
    /** Resolves when another try makes sense. */
    private readonly untilConnected: (tries: number) => Promise<void> = connected,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  /** Names who hears, when nothing is under way any more, what arrived since the last time. */
  tell(onBatch: (arrived: Uploaded[]) => void): void {
    this.onBatch = onBatch;
  }

  readonly snapshot = (): readonly UploadItem[] => this.items;

  /** Takes files for a folder; a text instead of nothing says why one is refused before it is sent. */
  add(files: readonly File[], pid: number, refusalOf: (file: File) => string | undefined = () => undefined): void {
    const added = files.map((file): UploadItem => {
      const message = refusalOf(file);
      this.lastKey += 1;
      const fresh = { key: this.lastKey, file, pid, share: 0, message: message ?? '' };
      return message ? { ...fresh, state: 'failed', mayRetry: false } : { ...fresh, state: 'waiting', mayRetry: true };
    });
    this.set([...this.items, ...added]);
    this.pump();
  }

  retry(key: number): void {
    this.change(key, { state: 'waiting', share: 0, message: '' });
    this.pump();
  }

  retryAll(): void {
    for (const { key, state, mayRetry } of this.items) if (state === 'failed' && mayRetry) this.retry(key);
  }

  /** Forgets a file, and stops sending it. */
  drop(key: number): void {
    this.aborts.get(key)?.abort();
    this.set(this.items.filter((item) => item.key !== key));
    this.endBatch();
  }

  dropFailed(): void {
    this.set(this.items.filter(({ state }) => state !== 'failed'));
  }

  private set(items: readonly UploadItem[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }

  private change(key: number, change: Partial<UploadItem>): void {
    this.set(this.items.map((item) => (item.key === key ? { ...item, ...change } : item)));
  }

  private pump(): void {
    const sending = this.items.filter(({ state }) => state === 'sending').length;
    for (const { key } of this.items.filter(({ state }) => state === 'waiting').slice(0, parallel - sending)) {
      this.change(key, { state: 'sending' });
      void this.send(key);
    }
  }

  private async send(key: number): Promise<void> {
    for (let tries = 1; this.has(key); tries += 1) {
      const abort = new AbortController();
      this.aborts.set(key, abort);
      const item = this.items.find((each) => each.key === key);
      if (!item) return;
      try {
        this.change(key, { state: 'sending', share: 0, message: '' });
        const uploaded = await this.sendOne(item, (share) => this.change(key, { share }), abort.signal);
        if (this.has(key)) {
          this.arrived.push(uploaded);
          this.change(key, { state: 'done', share: 1 });
        }
        break;
      } catch (error) {
        if (!this.has(key)) break;
        const { code, message } = error instanceof ApiError ? error : { code: undefined, message: saidOf(error) };
        if (code !== noAnswer || tries >= mostTries) {
          this.change(key, { state: 'failed', message, mayRetry: code === undefined || !hopeless.has(code) });
          break;
        }
        this.change(key, { state: 'paused', share: 0, message: `${message}，恢复后自动重新上传` });
        // others may go on while this one waits
        this.pump();
        await this.untilConnected(tries);
      }
    }
    this.aborts.delete(key);
    this.pump();
    this.endBatch();
  }

  private has(key: number): boolean {
    return this.items.some((item) => item.key === key);
  }

  private endBatch(): void {
    const isBusy = this.items.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'paused');
    if (isBusy || this.arrived.length === 0) return;
    const { arrived } = this;
    this.arrived = [];
    this.set(this.items.filter(({ state }) => state !== 'done'));
    this.onBatch(arrived);
  }
}
