import type { MessageInstance } from 'antd/es/message/interface';
import type { HookAPI } from 'antd/es/modal/useModal';
import { createElement } from 'react';
import { ApiError } from './api-error.ts';
import { saidOf } from './said-of.ts';
import { createStore } from './store.ts';

const successSeconds = 2;
const errorSeconds = 5;
const linkSeconds = 10;

let message: MessageInstance | undefined;
const modal = createStore<HookAPI | undefined>(undefined);
/** Whether anything was asked yet: the dialogs are fetched then. */
export const hasAsked = createStore(false);

/** Called once by the frame of the page with antd's instance, so that code outside components can speak too. */
export const connectToast = (toMessage: MessageInstance): void => {
  message = toMessage;
};

/** Called by what asks the questions, once it is there. */
export const connectConfirm = (toModal: HookAPI): void => modal.set(toModal);

const findModal = (): Promise<HookAPI> =>
  new Promise((found) => {
    const tell = () => {
      const known = modal.get();
      if (!known) return;
      stop();
      found(known);
    };
    const stop = modal.subscribe(tell);
    hasAsked.set(true);
    tell();
  });

const show = (type: 'success' | 'error' | 'info' | 'warning', content: string, duration: number): void => {
  void message?.open({ type, content, duration, key: `${type}:${content}` });
};

/** Short results: success and news for 2 seconds, failures and warnings for 5. The same text is never stacked. */
export const toast = {
  success: (text: string): void => show('success', text, successSeconds),
  info: (text: string): void => show('info', text, successSeconds),
  warning: (text: string): void => show('warning', text, errorSeconds),
  error: (text: string): void => show('error', text || 'Error', errorSeconds),
  /** A result of background work with something to do about it; stays until it is done or ten seconds are over. */
  withLink: (type: 'success' | 'warning' | 'error', text: string, link: { text: string; run: () => void }): void => {
    const key = `${type}:${text}`;
    const run = () => {
      message?.destroy(key);
      link.run();
    };
    const button = createElement('button', { type: 'button', className: 'zy-link', onClick: run }, link.text);
    const content = createElement('span', null, text, ' ', button);
    void message?.open({ type, content, duration: linkSeconds, key });
  },
  /** Says that work goes on, until the returned function is called. */
  loading: (text: string): (() => void) => {
    void message?.open({ type: 'loading', content: text, duration: 0, key: text });
    return () => message?.destroy(text);
  },
  /** Shows a caught error unless a toast has shown it already. */
  failure: (error: unknown): void => {
    if (error instanceof ApiError) {
      if (error.isShown) return;
      error.isShown = true;
    }
    show('error', saidOf(error) || 'Error', errorSeconds);
  },
};

/** Words of a question; 提示, 确定 and 取消 unless given. */
export interface Confirmation {
  text: string;
  title?: string;
  verb?: string;
  cancel?: string;
  isDanger?: boolean;
  /** Says 已取消 when the person declines. */
  saysCancelled?: boolean;
}

/** Asks, and answers whether the person agreed. */
export const confirm = async ({
  text,
  title = '提示',
  verb = '确定',
  cancel = '取消',
  isDanger = false,
  saysCancelled = true,
}: Confirmation): Promise<boolean> => {
  const { confirm: ask } = await findModal();
  return new Promise((answer) => {
    ask({
      title,
      content: text,
      okText: verb,
      cancelText: cancel,
      okButtonProps: { danger: isDanger },
      width: 420,
      onOk: () => answer(true),
      onCancel: () => {
        if (saysCancelled) toast.info('已取消');
        answer(false);
      },
    });
  });
};
