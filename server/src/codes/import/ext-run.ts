import type { RowError } from '../../jobs/row-error.ts';
import { JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import type { ExtImportDraft } from '@zhuiyuan/contract/codes/import/ext-import';
import type { ClaimedJob } from '../../jobs/claim-job.ts';
import type { Ended } from '../../jobs/importer.ts';
import { keepFaults, moveJob } from '../../jobs/move-cursor.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';

/** A text that another import brought in meanwhile breaks a batch; the next try sees it. */
const tries = 4;

/** What an import is doing, as kept with it. */
export const Step = { read: 1, level: 2, insert: 3, activate: 4, over: 5, again: 6 } as const;

/** One run of an import: until it is over, stopped, or due to make room for others. */
export interface ExtRun {
  app: App;
  job: ClaimedJob;
  owner: string;
  draft: ExtImportDraft;
  isDue: () => boolean;
  /** Why the imported codes could not be bound. */
  notActivated?: string;
}

/** How far an import is; moves in the transaction of the rows themselves. */
export interface ExtProgress {
  step: number;
  cursor: number;
  level: number;
  taskId: number | null;
}

/** What a batch did. */
export interface ExtDone {
  ok?: number;
  skipped?: number;
  faults?: readonly RowError[];
  total?: number;
  /** Refused rows that are tried again. */
  taken?: number;
  next: Partial<ExtProgress>;
}

/** One step of an import: how far it is then, or that it ended. */
export type ExtStep = (run: ExtRun, progress: ExtProgress) => Promise<ExtProgress | Ended>;

/** Does a batch and moves the cursor in one transaction of the run that holds the lease. */
export const advance = async (
  run: ExtRun,
  progress: ExtProgress,
  work: (db: Db) => Promise<ExtDone>,
): Promise<ExtProgress | Ended> => {
  const { job, owner, app } = run;
  const once = () =>
    app.db.transaction().execute(async (transaction): Promise<ExtProgress | Ended> => {
      const db = transaction as Db;
      const { ok = 0, skipped = 0, faults = [], total = 0, taken = 0, next } = await work(db);
      const fail = faults.length - taken;
      await keepFaults(db, { jobId: job.id, firmId: job.firmId, attempt: job.attempt }, faults);
      const isCancelled = await moveJob(
        db,
        { ...job, owner },
        { ok, skipped, fail, total, phase: progress.step === Step.read ? JobPhase.checking : JobPhase.running },
      );
      const reached = { ...progress, ...next };
      await db.updateTable('codeImport').set(reached).where('jobId', '=', job.id).execute();
      return isCancelled ? 'stopped' : reached;
    });
  for (let left = tries; ; left -= 1)
    try {
      return await once();
    } catch (error) {
      const { code } = error as { code?: string };
      if (left === 1 || !['23505', '40P01', '40001', '55P03'].includes(code ?? '')) throw error;
    }
};
