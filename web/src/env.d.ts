interface ImportMetaEnv {
  /** The origin of the API, where it is not the one that the application comes from. */
  readonly VITE_API_URL?: string;
}

/** The examples of CommonMark, for a test. */
declare module 'commonmark-spec' {
  export const tests: readonly {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }[];
}
