/** What keeps the program from starting and the operator can mend: shown as one line that says what to do, without a stack. */
export class StartError extends Error {
  /** What a command exits with. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
