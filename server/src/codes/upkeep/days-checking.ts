/** A kept number that is not what the codes say. */
export interface Difference {
  what: string;
  id: string;
  kept: number;
  counted: number;
}

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** What the figures of the last days of some firms say otherwise than their documents and packing. */
    'days.checking': { asks: { firmIds: readonly number[] }; answers: Difference[] };
  }
}
