/** A category that is to be deleted; `type` says whose tree it stands in. */
export interface CategoryRemoving {
  type: number;
  id: number;
}

declare module '../kit/db/events.ts' {
  interface Events {
    /** Whoever has something in it refuses. */
    'category.removing': CategoryRemoving;
  }
}
