/** What the page says of a card that stands in it. */
export interface Frame {
  /** The blocks it was made of, for the editor. */
  'data-block'?: string;
  /** Its place is not certain yet. */
  hidden?: boolean;
}
