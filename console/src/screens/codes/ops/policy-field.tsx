import { RadioField } from '../../../parts/form/fields.tsx';
import { createContext } from 'react';
import type { useTask } from '../../../parts/pickers/use-choices.ts';

const policies = [
  { value: 0, label: '整体不执行' },
  { value: 1, label: '跳过异常码' },
];

/** 遇到异常: what becomes of the whole when some codes cannot be touched. */
export const PolicyField = () => <RadioField name="policy" label="遇到异常" from={policies} isWide />;

/** The task that the chosen codes are of, where one is known. */
export const PickedTask = createContext<ReturnType<typeof useTask>>(undefined);
