interface ImportMetaEnv {
  /** The API's origin, if it differs from the application's. */
  readonly VITE_API_URL?: string;
}

/** The CommonMark spec examples, for a test. */
declare module 'commonmark-spec' {
  export const tests: readonly {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }[];
}
