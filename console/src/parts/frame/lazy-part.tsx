import { lazy, Suspense, useState, type ComponentType } from 'react';

/**
 * A dialog, drawer or mark that is fetched when it is first open, and stays from then on so that it can close in its own way.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(async () => ({ default: await load() }));
  return (props: P & { isOpen: boolean }) => {
    const [wasOpen, setWasOpen] = useState(false);
    if (props.isOpen && !wasOpen) setWasOpen(true);
    return (
      wasOpen && (
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      )
    );
  };
};
