import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import './camera-scanner.css';

type Detect = (video: HTMLVideoElement) => Promise<string | undefined>;
interface Detector {
  detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface DetectorKind {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

const lookEveryMs = 120;
const formats = ['qr_code', 'data_matrix', 'code_128'];
/** Pixels of the longer side of what is looked at without the browser's help: what is missed at one size is found at the other. */
const sides = [960, 720] as const;

const byBrowser = async (): Promise<Detect | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorKind };
  const known = (await BarcodeDetector?.getSupportedFormats()) ?? [];
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

/** Why the camera cannot be used, and what one can do instead. */
const whyNot = (error: unknown): string => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return '没有使用摄像头的权限，请在浏览器的网站设置中允许，或关闭后直接输入编码';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return '没有找到摄像头，请关闭后直接输入编码';
  return '摄像头打不开，可能正被其他程序使用，请关闭后直接输入编码';
};

const openCamera = (): Promise<MediaStream> => {
  if (!('mediaDevices' in navigator)) throw new Error('A page without https has no camera');
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
};

/** Looks through the camera until a code is read, which it hands over once. */
export const CameraScanner = ({ take, close }: { take: (text: string) => void; close: () => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState('');
  const told = useRef(take);
  useEffect(() => {
    told.current = take;
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (detect: Detect) => {
      const shown = video.current;
      const text = shown && shown.readyState >= shown.HAVE_CURRENT_DATA ? await detect(shown).catch(() => '') : '';
      if (isOver) return;
      if (text) told.current(text);
      else timer = setTimeout(() => void look(detect), lookEveryMs);
    };
    const begin = async () => {
      if (!window.isSecureContext)
        return setProblem('当前网址不是 https，浏览器不允许使用摄像头，请关闭后直接输入编码');
      try {
        stream = await openCamera();
        if (isOver || !video.current) return stop();
        video.current.srcObject = stream;
        const detect = (await byBrowser()) ?? (await byOurselves());
        if (isOver) return;
        await video.current.play();
        await look(detect);
      } catch (error) {
        stop();
        if (!isOver) setProblem(whyNot(error));
      }
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void begin();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <Modal open className="zy-modal" title="扫码" footer={null} width={480} onCancel={close} destroyOnHidden>
      {problem ? (
        <NoticeBar tone="wait">{problem}</NoticeBar>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the camera sees */}
          <video ref={video} className="zy-camera" playsInline muted aria-label="摄像头画面" />
          <p role="status" className="zy-camera-hint">
            将二维码放入画面，识别后自动查询
          </p>
        </>
      )}
    </Modal>
  );
};
