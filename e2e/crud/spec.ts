/** What stands in a field: text, an option of a list or tree, ticks, one of several choices, or the first picture of the library. */
export type Value = string | { option: string } | { tick: string } | { picture: true };

/** What a person does with one resource of the console; the journey does the rest. */
export interface Crud {
  /** Names the journey: 渠道. */
  thing: string;
  /** Address of the list. */
  path: string;
  /** The button that begins a new one; 新增 and the thing unless said. */
  add?: string;
  /** The field that tells rows apart: its label, and the first letters of its text. */
  name: { label: string; text: string };
  /** The filter that finds the row by it: its label in the list, its name in the address. */
  filter: { label: string; name: string };
  /** Everything else the form asks for, by label, in order. */
  fields: [label: string, value: Value][];
  /** A value that is refused beside its field, and what is said there. */
  bad: { label: string; value: string; says: string };
  /** The button that stores what was typed, where the form then stays open. */
  stores?: string;
  /** Whether the list is exported. */
  exports?: true;
  /** What a deleted row says where it stays in the list; elsewhere it is gone. */
  staysAs?: RegExp;
}
