/** The parts of sharp that thumbnails use, declared here because that package is optional: the server compiles without it. */
declare module 'sharp' {
  interface Image {
    resize(options: { width: number; height: number; fit: 'inside'; withoutEnlargement: boolean }): Image;
    webp(options: { quality: number }): Image;
    toBuffer(): Promise<Buffer>;
  }
  interface Options {
    limitInputPixels: number;
    failOn: 'none' | 'truncated' | 'error' | 'warning';
    autoOrient: boolean;
  }
  function sharp(input: Uint8Array, options: Options): Image;
  namespace sharp {
    function block(options: { operation: readonly string[] }): void;
    function unblock(options: { operation: readonly string[] }): void;
    function cache(isOn: boolean): void;
    function concurrency(threads: number): void;
  }
  export default sharp;
}
