/** Money of the last days, of one firm or of all. */
export interface AskedReturned {
  firmId: number | undefined;
  /** Today included. */
  days: number;
}

/** Fen of one day. */
export interface DayAmount {
  day: string;
  amount: number;
}

declare module '../kit/db/events.ts' {
  interface Questions {
    /** What was sent to people and came back on each of the last days; days without any are left out. */
    'money.returned': { asks: AskedReturned; answers: DayAmount[] };
  }
}
