/** A code that was scanned for signing, and what the server says of it. */
export interface SignScan {
  code: string;
  /** Still asked. */
  isAsked: boolean;
  lineId: number | null;
  itemQty: number;
  storeName: string;
  errMsg: string;
  /** Why it came beside the document; asked of those that are not in it. */
  note: string;
}

export const newScan = (code: string): SignScan => ({
  code,
  isAsked: true,
  lineId: null,
  itemQty: 0,
  storeName: '',
  errMsg: '',
  note: '',
});

/** A line that is signed for as a whole. */
export interface WholeLine {
  id: number;
  itemQty: number;
}

/** A code of the document that did not come, or came damaged: it stays unsigned, with a note. */
export interface NotedDiff {
  lineId: number;
  code: string;
  kind: 1 | 2;
}

/** What is signed for and what stays, of a document with `remain` items on their way. A scanned code of a whole line counts once. */
export const signCounts = (scans: readonly SignScan[], lines: readonly WholeLine[], remain: number) => {
  const whole = new Set(lines.map(({ id }) => id));
  const good = scans.filter(({ isAsked, lineId, errMsg }) => !isAsked && lineId !== null && errMsg === '');
  const single = good.filter(({ lineId }) => !whole.has(lineId!));
  const extra = scans.filter(({ isAsked, lineId, errMsg }) => !isAsked && lineId === null && errMsg === '');
  const items = [...single, ...lines].reduce((sum, { itemQty }) => sum + itemQty, 0);
  return { single, extra, items, isShort: items < remain };
};
