import { defineApi } from '@zhuiyuan/contract/kit/endpoint';
import { fen, optionalText } from '@zhuiyuan/contract/kit/fields';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, byText, clear, click, press, render, settle, type, until } from '../../../test/render.tsx';
import { AreaField, MoneyField, RadioField } from './fields.tsx';
import { FormModal } from './form-modal.tsx';
import { useDraft } from './use-draft.ts';

const Verdict = enumeration({ true: { label: '通过' }, false: { label: '驳回' } });
const api = defineApi({
  save: {
    method: 'POST',
    path: '/test/budget/add',
    may: 'signed-in',
    input: z.object({ pass: Verdict.schema.optional(), amount: fen('金额'), remark: optionalText('备注') }),
    data: z.object({ id: z.number() }),
    title: '追加预算',
  },
});

const Budget = ({ hasVerdict = false }: { hasVerdict?: boolean }) => {
  const draft = useDraft({ create: api.save });
  return (
    <>
      <button onClick={() => draft.open(undefined, { pass: Verdict.true })}>打开</button>
      <FormModal draft={draft} title="追加预算">
        {hasVerdict && <RadioField name="pass" label="结论" from={Verdict} />}
        <MoneyField name="amount" label="金额" />
        <AreaField name="remark" label="备注" />
      </FormModal>
    </>
  );
};

const field = (name: string) => document.querySelector<HTMLInputElement>(`[id$="_${name}"]`)!;
const open = async () => {
  const opener = byText('打开')!;
  opener.focus();
  await click(opener);
  await settle(50);
};

describe('a small dialog', { timeout: 60_000 }, () => {
  afterEach(clear);

  it('opens with the focus in its first field', async () => {
    await render(<Budget />);
    await open();
    await until(() => document.activeElement === field('amount'));
    expect(document.activeElement).toBe(field('amount'));
  });

  it('opens with the focus on the answer that is chosen', async () => {
    await render(<Budget hasVerdict />);
    await open();
    await until(() => document.activeElement instanceof HTMLInputElement);
    expect(document.activeElement).toBe(document.querySelector('.ant-radio-wrapper-checked input'));
  });

  it('refuses what is finer than a fen, and shows it as it was typed', async () => {
    const asked = answer(() => ({ data: { id: 8 } }));
    await render(<Budget />);
    await open();
    for (const [typed, said] of [
      ['10.005', '金额最多两位小数'],
      ['12345678901234', '金额不能超过999,999,999.99元'],
      ['', '请输入金额'],
    ] as const) {
      await type(field('amount'), typed);
      await press(field('amount'), 'Enter');
      await until(() => byText(said) !== undefined);
      expect(byText(said)).toBeDefined();
      expect(field('amount').value.replaceAll(',', '')).toContain(typed);
    }
    expect(asked).toEqual([]);
  });

  it('sends on Enter in a field of one line, and breaks the line in one of several', async () => {
    const sent: unknown[] = [];
    answer((_url, body) => {
      sent.push(body);
      return { data: { id: 8 } };
    });
    await render(<Budget />);
    await open();
    await type(field('amount'), '12.5');
    await press(field('remark'), 'Enter');
    await settle(30);
    expect(sent).toEqual([]);
    await press(field('amount'), 'Enter');
    await settle(30);
    expect(sent).toEqual([{ amount: 1250, pass: 'true' }]);
  });
});
