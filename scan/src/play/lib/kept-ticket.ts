/** A draw that was begun: its ticket, and the share of the number that this browser added. */
export interface KeptTicket {
  ticket: string;
  clientSeed: string;
  activityId: number;
  /** The code it was opened with. */
  code: string;
}

const name = 'zy_ticket';
let kept: KeptTicket | null = null;

/** Keeps the one ticket until its answer was seen, so that a page opened anew asks for the same draw. */
export const keepTicket = (ticket: KeptTicket): void => {
  kept = ticket;
  // The sample of an editor is drawn with no code, and leaves nothing behind.
  if (!ticket.code) return;
  try {
    sessionStorage.setItem(name, JSON.stringify(ticket));
  } catch {
    // Until the page is left, then.
  }
};

export const forgetTicket = (): void => {
  kept = null;
  try {
    sessionStorage.removeItem(name);
  } catch {
    // There was none.
  }
};

const read = (): KeptTicket | null => {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as KeptTicket | null) ?? kept;
  } catch {
    return kept;
  }
};

/** The ticket kept for this activity and code. */
export const keptTicket = (activityId: number, code: string): KeptTicket | null => {
  const ticket = read();
  return ticket?.activityId === activityId && ticket.code === code ? ticket : null;
};
