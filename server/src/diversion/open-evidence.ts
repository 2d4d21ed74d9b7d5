import { toMs } from '@zhuiyuan/contract/kit/clock';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Pdf from 'pdfkit';

/** Noto Sans SC, simplified Chinese, without its layout tables; under the licence beside it. Only letters that are used go into a document. */
const font = ['../fonts', '../../fonts']
  .map((folder) => join(import.meta.dirname, folder, 'noto-sans-sc.ttf'))
  .find((file) => existsSync(file))!;

const ink = '#1b2430';
const grey = '#5b6675';
const line = '#d5dbe3';
const [labelWidth, textWidth] = [104, 388];

/** A document of evidence that is being written: headings, and lines of a name and what is known. */
export interface Evidence {
  heading: (text: string) => void;
  fact: (label: string, text: string) => void;
  end: () => Promise<Buffer>;
}

/** Begins a document: its title, what it is of, and a line below. `at` is when it was made, in Shanghai. */
export const openEvidence = ({
  title,
  of,
  line: below,
  at,
  by,
}: {
  title: string;
  of: string;
  line: string;
  at: string;
  by: string;
}): Evidence => {
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: 48, bottom: 56, left: 52, right: 52 },
    font,
    info: { Title: `${title} ${of}`, Author: by, CreationDate: new Date(toMs(at)) },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  pdf.fontSize(18).fillColor(ink).text(title);
  pdf.moveDown(0.2).fontSize(9.5).fillColor(grey).text(below);
  return {
    heading: (text) => {
      if (pdf.y > 700) pdf.addPage();
      pdf.moveDown(0.8).fontSize(12).fillColor(ink).text(text, 52);
      const y = pdf.y + 3;
      pdf.moveTo(52, y).lineTo(543, y).lineWidth(0.6).strokeColor(line).stroke();
      pdf.y = y + 7;
    },
    fact: (label, text) => {
      if (pdf.y > 760) pdf.addPage();
      const { y } = pdf;
      pdf.fontSize(9.5).fillColor(grey).text(label, 52, y, { width: labelWidth });
      pdf.fillColor(ink).text(text || '—', 52 + labelWidth, y, { width: textWidth });
      pdf.moveDown(0.35);
    },
    end: () => {
      pdf.end();
      return whole;
    },
  };
};
