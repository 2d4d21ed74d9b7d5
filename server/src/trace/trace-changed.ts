import type { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
/** A product or lot whose facts changed. */
export interface TraceChanged {
  objKind: typeof ObjectKind.product | typeof ObjectKind.lot;
  objId: number;
}

declare module '../kit/db/events.ts' {
  interface Events {
    'trace.changed': TraceChanged;
  }
}
