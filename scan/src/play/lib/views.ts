/** A page of the draw, as the hash of its address names it. */
export type View =
  | { name: 'draw' }
  | { name: 'rules'; id: string }
  | { name: 'privacy'; id: string }
  | { name: 'prizes' }
  | { name: 'messages' }
  | { name: 'prize'; id: string }
  /** 我的奖品, of whom the app of a red packet activity is asked who he is. */
  | { name: 'packets'; id: string }
  | { name: 'packet'; id: string }
  | { name: 'fair'; id: string };

const pattern = /^#(?:(draw|prizes|messages)|(rules|privacy|prize|packets|packet|fair)\/([\w-]{1,32}))$/;

export const toHash = (view: View): string => `#${view.name}${'id' in view ? `/${view.id}` : ''}`;

/** The page a hash names; null for any other hash. */
export const readHash = (hash: string): View | null => {
  const [, alone, name, id] = pattern.exec(hash) ?? [];
  return ((alone && { name: alone }) || (name && { name, id }) || null) as View | null;
};
