import { z } from 'zod';
import { enumeration } from '../kit/enumeration.ts';
import { time } from '../kit/fields.ts';

/** How far 试运行 of a rule is. */
export const TrialState = enumeration({
  running: { label: '试运行中', tone: 'doing' },
  done: { label: '已完成', tone: 'good' },
  late: { label: '超过60秒，未完成', tone: 'bad' },
});
export type TrialState = (typeof TrialState.options)[number]['value'];

const days = {
  state: TrialState.schema,
  /** The first and the last of seven full days, `yyyy-MM-dd` in Asia/Shanghai. */
  from: z.string(),
  to: z.string(),
  /** When it was begun, or ended. */
  at: time,
};

/** A trial with what it found, all 0 until it is done. */
export const trialOf = <const Found extends z.ZodRawShape>(found: Found) => z.object({ ...days, ...found });
