import type { Block } from './template-blocks.ts';
import type { Theme } from './template-theme.ts';

/** What a shopper sees of a firm without a published template, and what a new template begins with. */
export const builtInBlocks: Block[] = [
  { kind: 'verdict', id: 'verdict', hidden: false },
  { kind: 'product', id: 'product', hidden: false, title: '', facts: [] },
  { kind: 'lottery', id: 'lottery', hidden: false, title: '' },
  { kind: 'flows', id: 'flows', hidden: false, title: '', typeIds: [], order: 'desc', withLogistics: true },
  { kind: 'reports', id: 'reports', hidden: false, title: '' },
  { kind: 'certs', id: 'certs', hidden: false, title: '', withLicense: true, images: [] },
  { kind: 'identifier', id: 'identifier', hidden: false, title: '' },
  { kind: 'phone', id: 'phone', hidden: false, title: '' },
  { kind: 'report', id: 'report', hidden: false, title: '' },
];

export const builtInTheme: Theme = { color: '#0b5d4e', background: '#f4f3ef', fontSize: 2, headerImage: '' };
