import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { useNavigate } from 'react-router';
import { useMay } from './session.ts';

/** What one does after something was made: a link in the message that says so. */
export interface NextStep {
  text: string;
  run: () => void;
}

/** Makes next steps that lead to an address; none for people who may not go there. */
export const useNextStep = (): ((text: string, to: string, needed: May) => NextStep | undefined) => {
  const may = useMay();
  const navigate = useNavigate();
  return (text, to, needed) => (may(needed) ? { text, run: () => void navigate(to) } : undefined);
};
