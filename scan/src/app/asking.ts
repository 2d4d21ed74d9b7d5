import type { ReactNode } from 'react';
import type { CameTrace } from '../blocks/place-blocks.tsx';

/** What stands for what the server would be asked. */
export interface Preview {
  trace: () => Promise<CameTrace>;
  /** In the place of a draw; `title` is that of its block. */
  draw: (title: string | undefined) => ReactNode;
}

/** What the page knows beside the answer, and what the shopper may do next. */
export interface Asking {
  /** The bare code as it was asked. */
  typed: string;
  /** PIN tries left; null before the first. */
  remain: number | null;
  isCaptchaRetry: boolean;
  again(): void;
  repeat(): Promise<void>;
  captcha(characters: string): Promise<void>;
  pin(pin: string): Promise<void>;
  /** The page is looked at alone: nothing of it is asked of the server, or sent. */
  preview?: Preview;
}
