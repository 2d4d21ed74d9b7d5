/** A run of serials, both ends included, said to be of one lot. */
export interface LotRange {
  lotId: number;
  seg: number;
  serialFrom: number;
  serialTo: number;
}

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** Whether the run is wholly bound to the lot. */
    'flow.naming-range': { asks: LotRange };
  }
}
