import { toast } from '../../lib/toast.ts';

const copyOldWay = (text: string): boolean => {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.cssText = 'position:fixed;opacity:0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
};

/** Puts a text on the clipboard and says so; also where the page is not served over https. */
export const copyText = async (text: string): Promise<void> => {
  if (!text) {
    toast.error('没有可复制的内容');
    return;
  }
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyOldWay(text),
      )
    : copyOldWay(text);
  if (copied) toast.success('复制成功');
  else toast.error('复制失败');
};
