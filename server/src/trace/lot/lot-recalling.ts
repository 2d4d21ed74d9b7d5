/** A recall of a lot that begins, or is lifted. */
export interface LotRecalling {
  lotId: number;
  isRecalled: boolean;
  /** What the firm says about it; '' where it is lifted. */
  text: string;
  operatorId: number;
}

declare module '../../kit/db/events.ts' {
  interface Events {
    /** Told before the lot is locked: codes come before counters. */
    'lot.recalling': LotRecalling;
  }
}
