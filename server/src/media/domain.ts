import type { Domain } from '../kit/http/domain.ts';
import { refuseUsedFolder, mountAttachments } from './attachment.ts';
import { mountUploads } from './upload.ts';
import { mountDownloads } from './download.ts';
import { mountMedia } from './serve-media.ts';
import { cleanNightly } from './clean-files.ts';

/** The library, uploads, downloads, and the nightly cleaning of the file store. */
export const media = {
  mounts: [mountUploads, mountAttachments, mountDownloads, mountMedia, cleanNightly],
  hears: {
    'category.removing': [refuseUsedFolder],
  },
} satisfies Domain;
