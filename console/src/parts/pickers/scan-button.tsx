import { Button, type ButtonProps } from 'antd';
import ScanLine from 'icon:scan-line';
import { lazy, Suspense, useState } from 'react';
import { useMedia } from '../frame/use-media.ts';

const CameraScanner = lazy(async () => ({ default: (await import('./camera-scanner.tsx')).CameraScanner }));

/** Whether one works with a finger, on what has a camera. */
export const useHasCamera = (): boolean => useMedia('(pointer: coarse), (max-width: 991.98px)');

/** Scans a code with the camera, where one works with a finger; what looks for codes is loaded when it is first used. */
export const ScanButton = ({ take, ...button }: { take: (text: string) => void } & ButtonProps) => {
  const [isOpen, setIsOpen] = useState(false);
  if (!useHasCamera()) return null;
  return (
    <>
      <Button
        {...button}
        aria-label="用摄像头扫码"
        icon={<ScanLine size={18} strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <CameraScanner
            close={() => setIsOpen(false)}
            take={(text) => {
              setIsOpen(false);
              take(text);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
