interface Barcode {
  rawValue: string;
}
interface Detector {
  detect(source: HTMLVideoElement): Promise<Barcode[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined => (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser reads codes from a picture and may open a camera at all. */
export const hasCamera = (): boolean =>
  Boolean(detectorClass() && window.isSecureContext && navigator.mediaDevices?.getUserMedia);

/**
 * Shows the back camera in `video` until a code is seen, and resolves with its text; `signal` ends it with null.
 * Rejects when the camera cannot be opened.
 */
export const readWithCamera = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    video.srcObject = stream;
    await video.play();
    const detector = new (detectorClass()!)({ formats: ['qr_code', 'data_matrix', 'code_128'] });
    while (!signal.aborted) {
      const [found] = await detector.detect(video);
      if (found?.rawValue) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
};
