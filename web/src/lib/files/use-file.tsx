import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import type { FileRef } from '#contract/conversation/files.ts';
import { address } from '#web/lib/api/address.ts';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { fileQuery, isFresh } from './file.ts';

export const FileIcon = strokeIcon('M7 4h7l4 4v12H7ZM14 4v4h4');
export const DownloadIcon = strokeIcon('M12 4v11m-4-4 4 4 4-4M5 19.500h14');

/** The files of a text, and the function that opens one of its images in a lightbox. */
export interface ShownFiles {
  /** The files of the bug or comment, without signed URLs. */
  readonly files: readonly FileRef[];
  readonly open: (id: string) => void;
}

export const ShownFilesContext = createContext<ShownFiles>({ files: [], open: () => undefined });

interface UsedFile {
  /** The file; undefined while it is loading. */
  readonly file: FileRef | undefined;
  /** A signed URL of its content; undefined until there is one. */
  readonly url: string | undefined;
  readonly isMissing: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** The properties of a download link; undefined until there is a URL. */
  readonly download: Download | undefined;
}

interface Download {
  readonly href: string;
  readonly onClick: (event: React.MouseEvent) => void;
}

/** A file, and a signed URL of its content. */
export function useFile(id: string): UsedFile {
  const known = use(ShownFilesContext).files.find(({ _id }) => _id === id);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(fileQuery(id));
  const url = data ? address(data.url) : undefined;

  /** Renews the URL before the download, because an expired one would replace the page with the server's error. */
  async function renewAndDownload() {
    const renewed = await client.query({ ...fileQuery(id), staleTime: 0 }).catch(() => null);
    if (renewed) location.assign(wishing(address(renewed.url), 'download'));
  }

  return {
    file: data ?? known,
    url,
    download:
      url === undefined
        ? undefined
        : {
            href: wishing(url, 'download'),
            onClick(event) {
              if (isFresh(client, id)) return;
              event.preventDefault();
              void renewAndDownload();
            },
          },
    isMissing: data === null,
    error: data ? null : error,
    retry: () => void refetch(),
  };
}

interface ImageSource {
  /** The current URL of the image; undefined if there is none. */
  readonly src: string | undefined;
  readonly isBroken: boolean;
  readonly retry: () => void;
  readonly attributes: React.ImgHTMLAttributes<HTMLImageElement>;
}

/** The source of an image that is reloaded for a newly signed URL only if the previous one failed. */
export function useImageSource(url: string | undefined, retry: () => void): ImageSource {
  const [loaded, setLoaded] = useState<string>();
  const [broken, setBroken] = useState<string>();
  const src = loaded ?? url;
  return {
    src,
    isBroken: broken !== undefined && broken === src,
    retry() {
      setBroken(undefined);
      retry();
    },
    attributes: {
      // A server at another origin serves images only to pages that it allows.
      crossOrigin: 'anonymous',
      src,
      decoding: 'async',
      onLoad: () => setLoaded(src),
      onError: () => setBroken(src),
    },
  };
}

/** A signed URL with an option: the thumbnail of an image, or a download. */
export function wishing(url: string, wish: 'thumbnail' | 'download'): string {
  return `${url}&${wish}=1`;
}
