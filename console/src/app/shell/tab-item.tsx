import Pin from 'icon:pin';
import X from 'icon:x';
import type { MouseEvent } from 'react';
import type { Tab } from '../tabs/tabs.ts';

const middleButton = 1;

/** One tab of the strip. The middle button closes it; a pinned one cannot be closed. */
export const TabItem = ({
  tab,
  isShown,
  show,
  close,
  point,
}: {
  tab: Tab;
  isShown: boolean;
  show: () => void;
  close: () => void;
  /** Called when the right button comes to this tab. */
  point: () => void;
}) => {
  const closeByMiddle = (event: MouseEvent) => {
    if (event.button !== middleButton || tab.isPinned) return;
    event.preventDefault();
    close();
  };
  return (
    <li className="tab" data-key={tab.key} data-shown={isShown} onAuxClick={closeByMiddle} onContextMenu={point}>
      <button type="button" className="tab-name" aria-current={isShown ? 'page' : undefined} onClick={show}>
        {tab.isPinned && <Pin size={12} strokeWidth={1.6} aria-hidden="true" />}
        <span data-text={tab.title}>{tab.title}</span>
      </button>
      {!tab.isPinned && (
        <button type="button" className="tab-close" aria-label={`关闭${tab.title}`} onClick={close}>
          <X size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      )}
    </li>
  );
};
