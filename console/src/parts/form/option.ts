/** A value and its words. */
export interface Option {
  value: string | number;
  label: string;
  disabled?: boolean;
}
