/** Shorter texts are readable as they are. */
const minLines = 10;
/** The minimum share of lines that look like log lines. */
const minShare = 0.3;

/** A date or time at the start, a level, a stack frame, an exception, or a memory address. */
const logLine = new RegExp(
  [
    String.raw`^\W{0,3}\d{4}[-/.]\d\d[-/.]\d\d`,
    String.raw`^\W{0,3}\d\d:\d\d:\d\d`,
    String.raw`^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d`,
    String.raw`^\W{0,3}(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b`,
    String.raw`^\s*(?:at |File "|Caused by:|Traceback |goroutine \d|#\d+ |\d+: 0x|from \/|\.{3} \d+ more)`,
    String.raw`^[\w.$]+(?:Error|Exception)\b`,
    String.raw`^\s*\{"\w+":`,
    String.raw`\b0x[0-9a-f]{6,}\b`,
  ].join('|'),
);
/** The pasted text already has code fences. */
const fence = /^ {0,3}(?:```|~~~)/m;

/** Whether a pasted text has more than ten lines and looks like a log or a stack trace. */
export function looksLikeLog(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length <= minLines || fence.test(text)) return false;
  return lines.filter((line) => logLine.test(line.slice(0, 200))).length >= lines.length * minShare;
}
