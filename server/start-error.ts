/** What keeps the program from starting and the operator can mend: shown as one line that says what to do, without a stack. */
export class StartError extends Error {}
