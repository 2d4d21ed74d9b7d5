/** What a run of codes is said to be by a row of `code_span`. */
export const SpanKind = { bind: 1, void: 2, pack: 3, ship: 4 } as const;

/** What an operation of its own made of a code: stopped for ever, for a while, or no longer. */
export const StopKind = { lifted: 0, void: 2, frozen: 3 } as const;

/** Whether a code's own row says where it is packed: nothing, in its box, or in none any more. */
export const PackState = { unsaid: 0, packed: 1, unpacked: 2 } as const;

/** Rows of an operation's list: still to be done, or left out. */
export const OpRowState = { open: 0, leftOut: 2 } as const;

/** Whether the list of an operation is read into its rows. */
export const OpPhase = { unread: 0, read: 1 } as const;
