import type { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import type { Position } from '../../../lib/position.ts';

export type OpinionValue = (typeof Opinion.options)[number]['value'];

/** What an inspector keeps of a code; it stays on the phone until it was handed in. */
export interface EvidenceDraft {
  images: string[];
  opinion?: OpinionValue;
  shopName: string;
  remark: string;
}

/** Photographs one inspection may have. */
export const mostImages = 9;

/** What is kept of a code on the phone. */
export const evidenceName = (code: string): string => `inspect ${code}`;

/** What was kept of a code, or nothing yet. */
export const toEvidence = (kept: Partial<EvidenceDraft> = {}): EvidenceDraft => ({
  images: [],
  shopName: '',
  remark: '',
  ...kept,
});

/** What is handed in of a code, or what it lacks first. */
export const toInspection = (code: string, { opinion, ...kept }: EvidenceDraft, position: Position | null) => {
  if (kept.images.length === 0) return { lacks: 'images' } as const;
  if (opinion === undefined) return { lacks: 'opinion' } as const;
  return { inspection: { code, opinion, ...kept, ...position } };
};
