interface ImportMetaEnv {
  /** The origin of the API, where it is not the one that the application comes from. */
  readonly VITE_API_URL?: string;
}
