import { useRef } from 'react';
import { newKey } from './field-call.ts';

/** Gives what is sent its number: the same content sent once more has the same, another a new one. */
export const useContentKey = (): ((content: object) => string) => {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last.current.content) last.current = { content: text, key: newKey() };
    return last.current.key;
  };
};
