import { Form } from 'antd';
import { z } from 'zod';
import { afterEach, describe, expect, it } from 'vitest';
import { clear, click, render, until } from '../../../test/render.tsx';
import { FormPartsContext } from './form-context.ts';
import { RichField } from './rich-field.tsx';

const schema = z.object({ detail: z.string().default('') });
const context = { schema, check: () => undefined };

// jsdom lays nothing out, and the editor asks where its caret is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

describe('rich text in a form', () => {
  afterEach(clear);

  it('shows what is kept, plain text as paragraphs, and tells a change as html', async () => {
    let told: unknown;
    await render(
      <FormPartsContext value={context}>
        <Form initialValues={{ detail: '第一段\n1 < 2' }} onValuesChange={(_, all: unknown) => (told = all)}>
          <RichField name="detail" label="产品详情" />
        </Form>
      </FormPartsContext>,
    );
    await until(() => document.querySelector('[contenteditable]') !== null);
    const text = document.querySelector('[contenteditable]')!;
    expect([...text.querySelectorAll('p')].map((one) => one.textContent)).toEqual(['第一段', '1 < 2']);
    await click(document.querySelector('[aria-label=大标题]')!);
    await until(() => told !== undefined);
    expect(told).toEqual({ detail: expect.stringContaining('<h2>') });
  });
});
