type Detect = (video: HTMLVideoElement) => Promise<string | undefined>;
interface DetectorKind {
  new (options: { formats: string[] }): { detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> };
  getSupportedFormats?(): Promise<string[]>;
}

const formats = ['qr_code', 'data_matrix', 'code_128'];
const lookEveryMs = 120;
/** The same code in the picture is the same scan for so long. */
const sameMs = 1500;
/** Pixels of the longer side of what is looked at without the browser's help: what is missed at one size is found at the other. */
const sides = [960, 720] as const;

const byBrowser = async (): Promise<Detect | undefined> => {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorKind };
  const known = (await BarcodeDetector?.getSupportedFormats?.().catch(() => [])) ?? [];
  if (!BarcodeDetector || !known.includes('qr_code')) return undefined;
  const detector = new BarcodeDetector({ formats: formats.filter((format) => known.includes(format)) });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
};

const byOurselves = async (): Promise<Detect> => {
  const { decodeFrame } = await import('./decode-frame.ts');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let looks = 0;
  return async (video) => {
    looks += 1;
    const share = Math.min(1, sides[looks % 2]! / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * share);
    canvas.height = Math.round(video.videoHeight * share);
    if (!context || canvas.width === 0) return undefined;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decodeFrame(context.getImageData(0, 0, canvas.width, canvas.height));
  };
};

/** Looks through the back camera and hands over every code it sees, one after the other, until `signal` ends it. Rejects when the camera cannot be opened. */
export const watchCamera = async (
  video: HTMLVideoElement,
  signal: AbortSignal,
  hit: (text: string) => void,
): Promise<void> => {
  if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia) throw new Error('no camera');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    const detect = (await byBrowser()) ?? (await byOurselves());
    let last = { text: '', at: 0 };
    while (!signal.aborted) {
      const text = video.readyState >= 2 ? await detect(video).catch(() => undefined) : undefined;
      const now = Date.now();
      if (text && !signal.aborted) {
        if (text !== last.text || now - last.at > sameMs) hit(text);
        last = { text, at: now };
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
};
