/** A name where others read it. */
export const maskName = (name: string): string => `${[...name][0]}**`;

/** A shopper where others read it: the first character of his name, without one the end of his number. */
export const maskConsumer = ({ nickName, uid }: { nickName: string; uid: number }): string =>
  nickName ? maskName(nickName) : `用户***${String(uid).slice(-3).padStart(3, '0')}`;
