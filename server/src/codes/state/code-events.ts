import type { Run } from './ranges.ts';

/** Codes of a firm whose state changed. */
export interface CodesChanged {
  firmId: number;
  runs: readonly Run[];
}

/** So many codes of a firm are issued, or taken back. */
export interface CodesIssued {
  firmId: number;
  total: number;
}

/** What a firm has settled about its new codes. */
export interface IssueTerms {
  /** Tasks above this wait for review. */
  reviewOver: number;
  domain: string | null;
}

declare module '../../kit/db/events.ts' {
  interface Events {
    'codes.changed': CodesChanged;
  }
  interface Questions {
    /** Whether codes of a firm can be registered with a node. */
    'codes.registering': { asks: { firmId: number } };
    /** Uses the firm's quota, 0 of it where only leave is asked; refused where it does not suffice or the firm may issue none. */
    'codes.issuing': { asks: CodesIssued; answers: IssueTerms };
    /** Gives quota back. */
    'codes.withdrawn': { asks: CodesIssued };
  }
}
