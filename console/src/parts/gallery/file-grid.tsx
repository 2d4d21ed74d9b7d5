import type { Attachment } from '@zhuiyuan/contract/media/attachment';
import { videoType } from '@zhuiyuan/contract/media/attachment';
import { Image } from 'antd';
import ZoomIn from 'icon:zoom-in';
import { useState, type KeyboardEvent } from 'react';
import { placeOf } from './picks.ts';
import { Thumb } from './thumb.tsx';

interface FileGridProps {
  rows: readonly Attachment[];
  picks: readonly Attachment[];
  toggle: (file: Attachment) => void;
  isReloading: boolean;
}

/** How far each arrow key goes; up and down by the number of columns. */
const stepOf = (key: string, columns: number): number =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns })[key] ?? 0;

/** Moves the focus between the files by the arrow keys, Home and End. */
const moveFocus = (event: KeyboardEvent<HTMLUListElement>): void => {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.zy-tile-pick')];
  const at = tiles.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const top = tiles[0]?.getBoundingClientRect().top;
  const columns = Math.max(1, tiles.filter((tile) => tile.getBoundingClientRect().top === top).length);
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? tiles.length - 1 : at + stepOf(event.key, columns);
  if (to === at || !tiles[to]) return;
  event.preventDefault();
  tiles[to].focus();
};

/** Files as tiles: a click picks, the badge says in which order; the magnifier shows a picture large. */
export const FileGrid = ({ rows, picks, toggle, isReloading }: FileGridProps) => {
  const [large, setLarge] = useState<string>();
  const [focused, setFocused] = useState(0);
  return (
    <>
      <ul className={isReloading ? 'zy-tiles zy-tiles-stale' : 'zy-tiles'} onKeyDown={moveFocus}>
        {rows.map((file, at) => {
          const place = placeOf(picks, file.attId);
          return (
            <li key={file.attId} className={place > 0 ? 'zy-tile zy-tile-picked' : 'zy-tile'}>
              <button
                type="button"
                className="zy-tile-pick"
                aria-pressed={place > 0}
                tabIndex={at === Math.min(focused, rows.length - 1) ? 0 : -1}
                onFocus={() => setFocused(at)}
                onClick={() => toggle(file)}
              >
                <Thumb file={file} />
                <span className="zy-tile-badge">
                  {place > 0 && (
                    <>
                      <span className="sr-only">已选第 </span>
                      {place}
                      <span className="sr-only"> 个，</span>
                    </>
                  )}
                </span>
                <span className="zy-tile-name" title={file.name}>
                  {file.name}
                </span>
              </button>
              {file.attType !== videoType && (
                <button
                  type="button"
                  className="zy-tile-zoom"
                  tabIndex={at === Math.min(focused, rows.length - 1) ? 0 : -1}
                  aria-label={`放大查看 ${file.name}`}
                  onClick={() => setLarge(file.sattDir)}
                >
                  <ZoomIn size={14} strokeWidth={1.6} aria-hidden="true" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {large && (
        <Image
          className="zy-hidden-image"
          src={large}
          alt=""
          preview={{ open: true, src: large, onOpenChange: (isOpen) => !isOpen && setLarge(undefined) }}
        />
      )}
    </>
  );
};
