import { CallFailed } from '../../lib/call.ts';
import { h } from '../../lib/elements.ts';
import { whileBusy } from '../../parts/field.ts';

/** The texts that a refusal has for fields, by the fields' names. */
export const faultsOf = (error: unknown): ReadonlyMap<string, string> => {
  const fields =
    error instanceof CallFailed ? (error.data as { fields?: { field: string; message: string }[] } | null) : null;
  return new Map((fields?.fields ?? []).map((one) => [one.field, one.message]));
};

/** A form of a prize's page: its button sends it, and is busy until that has ended. */
export const sentForm = (
  button: HTMLButtonElement,
  send: () => Promise<void>,
  ...content: Parameters<typeof h>[2][]
): HTMLFormElement =>
  h(
    'form',
    {
      novalidate: true,
      class: 'p-form',
      submit: (event: Event) => {
        event.preventDefault();
        void whileBusy(button, '提交中', send);
      },
    },
    ...content,
  );
