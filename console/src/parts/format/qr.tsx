import { useEffect, useState } from 'react';
import './qr.css';

/** Modules of a QR code as one path, with four modules of quiet zone around it. */
export const drawQr = async (text: string): Promise<{ size: number; path: string }> => {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path += `M${column + 2} ${row + 2}h1v1h-1z`;
  return { size: modules.size + 4, path };
};

/** A QR code of a text, drawn in the browser; its library loads with the first one. */
export const Qr = ({ text, size, label }: { text: string; size: number; label: string }) => {
  const [drawn, setDrawn] = useState<{ size: number; path: string }>();
  useEffect(() => {
    let isCurrent = true;
    drawQr(text).then(
      (made) => isCurrent && setDrawn(made),
      () => isCurrent && setDrawn(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <svg
      className="zy-qr"
      width={size}
      height={size}
      viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {drawn && <path d={drawn.path} fill="currentColor" />}
    </svg>
  );
};
