import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer';
import DataMatrixReader from '@zxing/library/esm/core/datamatrix/DataMatrixReader';
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader';
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource';

const readers = [new QRCodeReader(), new DataMatrixReader(), new Code128Reader()];

const toGrey = ({ data, width, height }: ImageData): Uint8ClampedArray => {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = (data[at * 4]! * 299 + data[at * 4 + 1]! * 587 + data[at * 4 + 2]! * 114) / 1000;
  return grey;
};

/** Reads the QR code, Data Matrix or Code 128 on a picture, for browsers that cannot by themselves. */
export const decodeFrame = (picture: ImageData): string | undefined => {
  const source = new RGBLuminanceSource(toGrey(picture), picture.width, picture.height);
  for (const reader of readers) {
    try {
      return reader.decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
    } catch {
      // None of this kind is on the picture.
    }
  }
  return undefined;
};
