import { h } from '../lib/elements.ts';
import { field, reasonOf, whileBusy } from './field.ts';
import { picturePicker, type Upload } from './picture-picker.ts';

export interface Report {
  content: string;
  images: string[];
  contact: string;
  buyPlace: string;
}

const longest = 300;

/** Report of a suspicious product. Pictures only with an `upload`; after it is sent the form gives way to the thanks. */
export const reportForm = (send: (report: Report) => Promise<void>, upload: Upload | null): HTMLElement => {
  const content = field('举报内容', h('textarea', { class: 'input', rows: 4, maxlength: longest }), {
    isRequired: true,
  });
  const left = h('span', { class: 'note counter', 'aria-hidden': 'true' }, `0/${longest}`);
  content.control.addEventListener('input', () => {
    left.textContent = `${content.control.value.length}/${longest}`;
    content.fail('');
  });
  content.element.append(left);
  const buyPlace = field('购买地点（选填）', h('input', { class: 'input', maxlength: 100, autocomplete: 'off' }));
  const contact = field('联系方式（选填）', h('input', { class: 'input', maxlength: 60, autocomplete: 'tel' }), {
    note: '仅用于核实情况',
  });
  const pictures = upload && picturePicker(upload);
  const button = h('button', { class: 'button solid' }, '提交举报');
  const failure = h('p', { class: 'error', role: 'alert' });

  const submit = (event: Event): void => {
    event.preventDefault();
    failure.textContent = '';
    const words = content.control.value.trim();
    content.fail(words ? '' : '请输入举报内容');
    if (!words) return content.control.focus();
    if (pictures?.isBusy()) return void (failure.textContent = '图片上传完成后再提交');
    const report = {
      content: words,
      images: pictures?.addresses() ?? [],
      contact: contact.control.value.trim(),
      buyPlace: buyPlace.control.value.trim(),
    };
    const thank = (): void => {
      const thanks = h('p', { class: 'card thanks', role: 'status', tabindex: -1 }, '提交成功，感谢您的监督');
      form.replaceWith(thanks);
      thanks.focus();
    };
    void whileBusy(button, '提交中', () =>
      send(report).then(thank, (error: unknown) => void (failure.textContent = reasonOf(error))),
    );
  };

  const form = h(
    'form',
    { class: 'card', novalidate: true, 'aria-labelledby': 'report-title', submit },
    h('h2', { id: 'report-title' }, '举报可疑商品'),
    content.element,
    pictures?.element,
    buyPlace.element,
    contact.element,
    failure,
    button,
  );
  return form;
};
