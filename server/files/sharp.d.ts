/** The parts of sharp that thumbnails use, declared here so that the server compiles without that optional package. */
declare module 'sharp' {
  interface Image {
    resize(options: { width: number; height: number; fit: 'inside'; withoutEnlargement: boolean }): Image;
    webp(options: { quality: number }): Image;
    png(options: { compressionLevel: number }): Image;
    toColourspace(space: 'rgb16'): Image;
    metadata(): Promise<sharp.Metadata>;
    toBuffer(): Promise<Buffer>;
  }
  interface Options {
    limitInputPixels: number;
    failOn: 'none' | 'truncated' | 'error' | 'warning';
    autoOrient: boolean;
  }
  function sharp(input: Uint8Array, options: Options): Image;
  function sharp(options: {
    create: { width: number; height: number; channels: 4; background: string };
  }): Image;
  namespace sharp {
    interface Metadata {
      format: string;
      width: number;
      height: number;
      channels: number;
      /** The type of a sample, such as `uchar` and `ushort`. */
      depth: string;
      isProgressive?: boolean;
    }
    function block(options: { operation: readonly string[] }): void;
    function unblock(options: { operation: readonly string[] }): void;
    function cache(isOn: boolean): void;
    function concurrency(threads: number): void;
  }
  export default sharp;
}
