/** What was not done, in words for whoever did it. */
export class Refused extends Error {}

/** For a mistake of ours: whoever sees it can do nothing else about it, and neither network nor goods are to be blamed. */
export const ownFault = '页面出错了，请刷新重试';

/** What to tell whoever did it of a failed act. */
export const reasonOf = (error: unknown): string => (error instanceof Refused ? error.message : ownFault);
