import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { useEffect, useState, type ClipboardEvent as Paste, type DragEvent, type RefObject } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
const stamp = (): string => shanghaiNow().replaceAll(/\D/g, '');

/** A picture cut out of a screen comes without a name of its own. */
const named = (file: File): File =>
  /^image\.\w+$/.test(file.name)
    ? new File([file], `粘贴图片-${stamp()}.${file.name.split('.').at(-1)}`, { type: file.type })
    : file;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA'].includes(target.tagName));

/** Files dropped onto an area, or pasted while something in it has the focus. */
export const useFileDrop = (isOn: boolean, take: (files: File[]) => void) => {
  const [depth, setDepth] = useState(0);
  const enter = (event: DragEvent, by: number) => {
    if (!isOn || !hasFiles(event)) return;
    event.preventDefault();
    setDepth((before) => Math.max(0, before + by));
  };
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => enter(event, 1),
      onDragLeave: (event: DragEvent) => enter(event, -1),
      onDragOver: (event: DragEvent) => enter(event, 0),
      onDrop: (event: DragEvent) => {
        setDepth(0);
        if (!isOn || !hasFiles(event)) return;
        event.preventDefault();
        take([...event.dataTransfer.files]);
      },
      onPaste: (event: Paste) => {
        const files = [...event.clipboardData.files];
        if (!isOn || files.length === 0 || isTyping(event.target)) return;
        event.preventDefault();
        take(files.map(named));
      },
    },
  };
};

/** Files pasted while an area is what one looks at, wherever the focus is: nothing of another dialog lies above it. */
export const usePastedFiles = (area: RefObject<HTMLElement | null>, isOn: boolean, take: (files: File[]) => void) => {
  useEffect(() => {
    if (!isOn) return undefined;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const dialogs = [...document.querySelectorAll<HTMLElement>('.ant-modal-wrap')].filter(
        (dialog) => dialog.offsetParent !== null || dialog.style.display !== 'none',
      );
      const top = dialogs.at(-1);
      if (
        event.defaultPrevented ||
        files.length === 0 ||
        isTyping(event.target) ||
        (top && !top.contains(area.current))
      )
        return;
      event.preventDefault();
      take(files.map(named));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [area, isOn, take]);
};
