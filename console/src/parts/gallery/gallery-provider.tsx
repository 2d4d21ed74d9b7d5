import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { ImagePickerContext, type MediaKind, type PickImages } from '../form/image-picker-context.ts';

const GalleryDialog = lazy(async () => ({ default: (await import('./gallery-dialog.tsx')).GalleryDialog }));

interface ImageRequest {
  title: string;
  most: number;
  kind?: MediaKind;
  end: (picked: string[] | undefined) => void;
}

/** Gives everything below it the image picker; the library is loaded when it is first asked for. */
export const GalleryProvider = ({ children }: { children: ReactNode }) => {
  const [imageRequest, setImageRequest] = useState<ImageRequest>();
  const pick = useCallback<PickImages>((wanted) => new Promise((end) => setImageRequest({ ...wanted, end })), []);
  return (
    <ImagePickerContext value={pick}>
      {children}
      {imageRequest && (
        <Suspense fallback={null}>
          <GalleryDialog {...imageRequest} afterClose={() => setImageRequest(undefined)} />
        </Suspense>
      )}
    </ImagePickerContext>
  );
};
