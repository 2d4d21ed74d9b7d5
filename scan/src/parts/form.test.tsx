import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it } from 'vitest';
import { settle } from '../../test/answers.ts';
import { BusyButton, Field } from './form.tsx';

beforeEach(() => document.body.replaceChildren());

const show = (node: Parameters<ReturnType<typeof createRoot>['render']>[0]): HTMLElement => {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(node);
  return place;
};

it('ties a field to its own label, note and error, also beside a sheet of another tree', () => {
  const field = (label: string) => (
    <Field label={label} note={`${label}的说明`} error={`${label}有误`}>
      {(tied) => <input {...tied} />}
    </Field>
  );
  const places = [show(field('数量')), show(field('备注'))];
  for (const [at, label] of ['数量', '备注'].entries()) {
    const input = places[at]!.querySelector('input')!;
    expect(document.querySelector<HTMLLabelElement>(`label[for="${input.id}"]`)!.textContent).toBe(label);
    const told = input.getAttribute('aria-describedby')!.split(' ');
    expect(told.map((id) => document.getElementById(id)!.textContent)).toEqual([`${label}有误`, `${label}的说明`]);
  }
});

it('takes no second tap while an act is under way, and can be pressed again after one that failed', async () => {
  let fail = (_error: Error): void => undefined;
  let count = 0;
  const act = (): Promise<void> => {
    count += 1;
    return new Promise((_resolve, reject) => (fail = reject)).catch(() => undefined) as Promise<void>;
  };
  const button = show(
    <BusyButton busy="请稍候" act={act}>
      确认
    </BusyButton>,
  ).querySelector('button')!;
  button.click();
  await settle();
  button.click();
  expect(button.textContent).toBe('请稍候');
  expect(count).toBe(1);
  fail(new Error('lost'));
  await settle();
  expect(button.textContent).toBe('确认');
  button.click();
  expect(count).toBe(2);
});
