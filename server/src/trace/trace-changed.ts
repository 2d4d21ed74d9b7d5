/** A product (1) or lot (2) whose facts changed. */
export interface TraceChanged {
  objKind: 1 | 2;
  objId: number;
}

declare module '../kit/db/events.ts' {
  interface Events {
    'trace.changed': TraceChanged;
  }
}
