/** What to tell whoever did it of a failed act. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
