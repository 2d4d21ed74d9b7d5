import { settle } from './answers.ts';

/** The last button on the page with these words. */
export const buttonOf = (words: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].findLast((one) => one.textContent === words);

export const press = async (words: string): Promise<void> => {
  buttonOf(words)!.click();
  await settle();
};

/** The control under a label, which may be marked as required, or that names itself. */
export const controlOf = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent.replace('* ', '') === label);
  return found
    ? (document.getElementById(found.htmlFor) as HTMLInputElement)
    : document.querySelector<HTMLInputElement>(`[aria-label=${label}]`)!;
};

/** Types into a control, or chooses in it. */
export const write = async (label: string, words: string): Promise<void> => {
  const control = controlOf(label);
  control.value = words;
  for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true }));
  await settle();
};

/** What is wrong under the control of a label. */
export const faultOf = (label: string): string => document.getElementById(`${controlOf(label).id}-error`)!.textContent;
