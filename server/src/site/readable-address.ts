import { apiPath } from '@zhuiyuan/contract/kit/page-addresses';

/**
 * An address as it can be routed: percent signs that encode nothing stand for themselves, so that whoever scanned or typed it
 * gets a page. Calls keep theirs, which is refused.
 */
export const readableAddress = (address: string): string => {
  const [path, ...query] = address.split('?');
  if (!path!.includes('%') || apiPath.test(path!)) return address;
  try {
    decodeURIComponent(path!);
    return address;
  } catch {
    return [path!.replaceAll('%', '%25'), ...query].join('?');
  }
};
