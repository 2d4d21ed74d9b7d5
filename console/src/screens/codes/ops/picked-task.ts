import { createContext } from 'react';
import type { useTask } from '../../../parts/pickers/use-choices.ts';

/** The task that the chosen codes are of, where one is known. */
export const PickedTask = createContext<ReturnType<typeof useTask>>(undefined);
