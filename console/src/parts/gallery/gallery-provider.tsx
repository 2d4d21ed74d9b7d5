import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { ImagePickerContext, type PickImages } from '../form/image-picker-context.ts';

const GalleryDialog = lazy(async () => ({ default: (await import('./gallery-dialog.tsx')).GalleryDialog }));

interface Asked {
  title: string;
  most: number;
  end: (picked: string[] | undefined) => void;
}

/** Gives everything below it the image picker; the library is loaded when it is first asked for. */
export const GalleryProvider = ({ children }: { children: ReactNode }) => {
  const [asked, setAsked] = useState<Asked>();
  const pick = useCallback<PickImages>(({ title, most }) => new Promise((end) => setAsked({ title, most, end })), []);
  return (
    <ImagePickerContext value={pick}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <GalleryDialog {...asked} afterClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </ImagePickerContext>
  );
};
