import type { Domain } from '../kit/http/domain.ts';
import { mountTask } from './tasks/task.ts';
import { mountCodeOp } from './ops/code-op.ts';
import { keepCodes } from './upkeep/keep-codes.ts';
import { mountChannelChange } from './ops/channel-change.ts';
import { mountIdentity } from './lookup/identity.ts';
import { mountExtImport } from './import/ext-import.ts';
import { mountCodeExport } from './export/code-export.ts';
import { mountMould } from './label/mould.ts';
import { recordRecall } from './ops/record-recall.ts';
import { refusePrinted } from './tasks/printed-gtins.ts';
import { checkRangeOfLot } from './state/check-range-of-lot.ts';

/** Codes: tasks, operations, files, labels, and the work that keeps them. */
export const codes = {
  mounts: [
    mountTask,
    mountCodeOp,
    keepCodes,
    mountChannelChange,
    mountIdentity,
    mountExtImport,
    mountCodeExport,
    mountMould,
  ],
  hears: {
    'lot.recalling': [recordRecall],
  },
  answers: {
    'barcode.changing': refusePrinted,
    'flow.naming-range': checkRangeOfLot,
  },
} satisfies Domain;
