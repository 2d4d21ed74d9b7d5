import { Button } from 'antd';
import Search from 'icon:search';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import './search-box.css';

const Layer = lazy(async () => ({ default: (await import('./search-layer.tsx')).SearchLayer }));

/** The box in the top bar that opens the search; Ctrl K does the same. */
export const SearchBox = () => {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setWanted(true);
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      {isNarrow ? (
        <Button
          type="text"
          className="top-icon"
          aria-label="搜索"
          aria-haspopup="dialog"
          icon={<Search size={16} strokeWidth={1.6} />}
          onClick={open}
        />
      ) : (
        <button type="button" className="top-search" aria-haspopup="dialog" onClick={open}>
          <Search size={14} strokeWidth={1.6} aria-hidden="true" />
          <span>搜索编码、任务或菜单</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      {isWanted && (
        <Suspense>
          <Layer isOpen={isOpen} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
