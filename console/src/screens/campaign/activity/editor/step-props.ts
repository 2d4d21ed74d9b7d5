import type { Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import type { Editing } from '../edit-rules.ts';
import type { Values } from '../values.ts';

/** What every step of the form is given. */
export interface StepProps {
  values: Values;
  editing: Editing;
  isNew: boolean;
  /** The form makes games alone. */
  isForGames: boolean;
  /** Whose activity it is; absent as long as staff of the platform have not said so. */
  firmId: number | undefined;
  /** The activity as it was last saved. */
  activity: Activity | undefined;
}
