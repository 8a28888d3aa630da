/** A reason not to start that the operator can fix: shown as one line of instruction, without a stack. */
export class StartError extends Error {
  /** The exit code of a command. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
