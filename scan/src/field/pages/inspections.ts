import type { FieldInspection } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { h } from '../../lib/elements.ts';
import { codeText } from '../../parts/code-text.ts';
import { ask } from '../lib/field-call.ts';
import { when } from '../lib/words.ts';
import { nothing, row, tag, thumb } from '../parts/cards.ts';
import { paged } from '../parts/paged.ts';
import { choice } from '../parts/choice.ts';
import { show } from '../parts/screen.ts';

const opinions: Record<number, { words: string; tone: string }> = {
  1: { words: '正常', tone: 'good' },
  2: { words: '窜货', tone: 'bad' },
  3: { words: '假货', tone: 'bad' },
  4: { words: '过期', tone: 'wait' },
};

/** 我的稽查: an inspector's own checks, the newest first. */
export const showInspections = (): void => {
  let opinion = 0;
  const rows = paged<FieldInspection>((page) => ask('inspect/list', { page, opinion: opinion || undefined }), {
    draw: ({ storeName, code, at, foundRegion, shopName, opinion: found, images, policeNo }) => {
      const state = opinions[found];
      return row(null, {
        lead: thumb(images[0] ?? '', 44),
        title: storeName || '未关联产品',
        text: h(
          'span',
          {},
          codeText(code),
          h('br', {}),
          [foundRegion || '未取得定位', shopName, policeNo && `预警单 ${policeNo}`].filter(Boolean).join(' · '),
        ),
        end: h('span', {}, state ? tag(state.words, state.tone) : null, h('span', { class: 'f-text' }, when(at))),
      });
    },
    empty: () => nothing('list', opinion ? '没有符合条件的记录' : '还没有稽查过'),
  });
  const filter = choice(
    '稽查意见',
    [
      { value: 0, words: '全部' },
      ...Object.entries(opinions).map(([value, { words }]) => ({ value: Number(value), words })),
    ],
    opinion,
    (value) => {
      opinion = value;
      rows.reload();
    },
  );
  show({ title: '我的稽查', body: [h('div', { class: 'f-tools' }, filter), rows.element] });
};
