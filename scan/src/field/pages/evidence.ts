import type { FieldFinding } from '@zhuiyuan/contract/fieldwork/field-inspection';
import type { NearShop } from '@zhuiyuan/contract/fieldwork/field-shops';
import { h } from '../../lib/elements.ts';
import { toast } from '../../parts/code-text.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { dropDraft, keepDraft, readDraft } from '../lib/drafts.ts';
import { ask, newKey, tell } from '../lib/field-call.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { goBack } from '../lib/navigate.ts';
import type { Position } from '../../lib/position.ts';
import { card, cardHead } from '../parts/cards.ts';
import { choice } from '../parts/choice.ts';
import { photos } from '../parts/photos.ts';
import { openSheet } from '../parts/sheet.ts';

interface Draft {
  images: string[];
  opinion?: number;
  shopName: string;
  remark: string;
}

const opinions = [
  { value: 1, words: '正常' },
  { value: 2, words: '窜货' },
  { value: 3, words: '假货' },
  { value: 4, words: '过期' },
];
const most = 9;

/** Shops within 500 metres, offered before one is typed. */
const offerShops = async (
  position: Position | null,
  place: HTMLElement,
  choose: (name: string) => void,
): Promise<void> => {
  if (!position) return;
  const near = await ask<NearShop[]>('shop/near', { ...position }).catch(() => []);
  place.replaceChildren(
    ...near.map(({ name, metres }) =>
      h('button', { type: 'button', class: 'f-offer', click: () => choose(name) }, `${name} ${metres}米`),
    ),
  );
};

/** 取证照片, 稽查意见, 售卖场所: what an inspector keeps, and the button that hands it in. Its draft stays until the answer. */
export const evidence = (
  finding: FieldFinding,
  position: Position | null,
  again: () => void,
): { element: HTMLElement; submit: HTMLElement } => {
  const name = `inspect ${finding.code}`;
  const draft: Draft = readDraft<Draft>(name) ?? { images: [], shopName: '', remark: '' };
  let key = newKey();
  const changed = (): void => {
    key = newKey();
    keepDraft(name, draft);
  };
  const counted = h('span', {});
  const drawCount = (): void => void (counted.textContent = `${draft.images.length} / ${most}，至少 1 张`);
  const pictures = photos({
    most,
    kept: draft.images,
    query: () => `?stamps=1${position ? `&lng=${position.lng}&lat=${position.lat}` : ''}`,
    changed: (images) => {
      draft.images = [...images];
      drawCount();
      changed();
    },
  });
  drawCount();
  const error = h('p', { class: 'error', role: 'alert' });
  const line = (label: string, value: string, kept: (value: string) => void, max: number): HTMLInputElement => {
    const input = h('input', {
      class: 'input',
      maxlength: max,
      'aria-label': label,
      placeholder: label,
      autocomplete: 'off',
    });
    input.value = value;
    input.addEventListener('input', () => {
      kept(input.value);
      changed();
    });
    return input;
  };
  const shop = line('售卖场所', draft.shopName, (value) => (draft.shopName = value), 60);
  const remark = line('备注', draft.remark, (value) => (draft.remark = value), 200);
  const offers = h('div', { class: 'f-offers' });
  void offerShops(position, offers, (chosen) => {
    shop.value = chosen;
    draft.shopName = chosen;
    changed();
  });
  const opinion = choice(
    '稽查意见',
    opinions,
    draft.opinion,
    (value) => {
      draft.opinion = value;
      error.textContent = '';
      changed();
    },
    'f-opinions',
  );
  const done = (policeNo: string): void => {
    dropDraft(name);
    openSheet('提交成功', (close) => [
      h('p', { class: 'f-ask' }, policeNo ? `已生成预警单 ${policeNo}，企业会跟进处理。` : '稽查记录已保存。'),
      h(
        'div',
        { class: 'acts' },
        h('button', { type: 'button', class: 'button', click: () => (close(), goBack()) }, '返回'),
        h('button', { type: 'button', class: 'button solid', click: () => (close(), again()) }, '继续扫码'),
      ),
    ]);
  };
  const send = async (): Promise<void> => {
    error.textContent = '';
    pictures.fail('');
    if (pictures.isWaiting()) return;
    if (draft.images.length === 0) return pictures.fail('请上传取证照片');
    if (draft.opinion === undefined) {
      error.textContent = '请选择稽查意见';
      return opinion.querySelector('button')!.focus();
    }
    try {
      const { policeNo } = await tell<{ policeNo: string }>('inspect/save', {
        code: finding.code,
        ...draft,
        ...position,
        idemKey: key,
      });
      done(policeNo);
    } catch (failed) {
      error.textContent = reasonOf(failed);
    }
  };
  const submit = h(
    'button',
    { type: 'button', class: 'button solid', click: () => void whileBusy(submit, '提交中', send) },
    '提交稽查',
  );
  return {
    submit,
    element: card(
      cardHead('取证照片', '', counted),
      pictures.element,
      h('p', { class: 'f-label' }, h('i', { class: 'f-star' }, '* '), '稽查意见'),
      opinion,
      shop,
      offers,
      remark,
      error,
    ),
  };
};

/** 冻结: this code or the box it lies in, with the reason. */
export const freezeButton = (finding: FieldFinding, frozen: () => Promise<void>): HTMLElement =>
  h(
    'button',
    {
      type: 'button',
      class: 'button',
      click: () => {
        openSheet('冻结', (close) => {
          let scope: 'code' | 'box' = 'code';
          let key = newKey();
          const error = h('p', { class: 'error', role: 'alert' });
          const reason = h('input', {
            class: 'input',
            maxlength: 100,
            placeholder: '冻结原因',
            'aria-label': '冻结原因',
          });
          reason.addEventListener('input', () => (key = newKey()));
          const send = async (): Promise<void> => {
            if (!reason.value.trim()) {
              error.textContent = '请输入冻结原因';
              return reason.focus();
            }
            try {
              const { count } = await tell<{ count: number }>('freeze', {
                code: finding.code,
                scope,
                reason: reason.value,
                idemKey: key,
              });
              close();
              toast(`已冻结 ${count} 个码`);
              await frozen();
            } catch (failed) {
              error.textContent = reasonOf(failed);
            }
          };
          const yes = h(
            'button',
            { type: 'button', class: 'button solid', click: () => void whileBusy(yes, '冻结中', send) },
            '冻结',
          );
          return [
            h('p', { class: 'f-ask' }, '冻结后，消费者查询会提示已冻结，货物不能再发货。'),
            finding.boxCode
              ? choice(
                  '冻结范围',
                  [
                    { value: 'code', words: '仅此码' },
                    { value: 'box', words: '所在箱及箱内' },
                  ],
                  scope,
                  (value) => {
                    scope = value;
                    key = newKey();
                  },
                )
              : null,
            reason,
            error,
            h('div', { class: 'acts' }, h('button', { type: 'button', class: 'button', click: close }, '取消'), yes),
          ];
        });
      },
    },
    fieldIcon('freeze', 18),
    '冻结',
  );
