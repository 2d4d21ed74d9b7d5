import { createContext, useContext, type ReactElement } from 'react';
import type { z } from 'zod';
import type { Path } from './issues.ts';

/** A field as others name and show it: its label, and the control that shows a value given as `valueName`. */
export interface KnownField {
  label: string;
  path: readonly string[];
  /** None for rows inside a draft. */
  control: ReactElement | undefined;
  valueName: string;
}

/** What fields share with the form around them. */
export interface FormContext {
  schema: z.ZodType;
  /** Checks one field after it was left. */
  check: (path: Path) => void;
  /** Told by fields what they are; those of rows are not. */
  know?: (field: KnownField) => void;
}

export const FormPartsContext = createContext<FormContext | null>(null);

/** The row a field stands in, for rows inside a draft: its path in the draft and its number in its list. */
export const RowContext = createContext<{ path: Path; at: number } | null>(null);

/** Lets a section of a long form know its fields. */
export const SectionContext = createContext<((path: Path) => () => void) | null>(null);

/** One sheet of a long form and the fields in it. */
export interface Section {
  id: string;
  title: string;
  paths: ReadonlySet<Path>;
  /** How far it is, where its content is no field of the draft. */
  state?: SectionState;
}

/** How far a sheet of a long form is. */
export type SectionState = 'wrong' | 'done' | 'untouched';

/** Where the sheets of a long form say that they are there, and what is wrong in them. */
export const SectionsContext = createContext<{
  add: (section: Section) => () => void;
  errors: readonly { path: Path }[];
} | null>(null);

/** The form around a field. Throws outside of one. */
export const useFormParts = (): FormContext => {
  const form = useContext(FormPartsContext);
  if (!form) throw new Error('A field needs a form part around it');
  return form;
};
