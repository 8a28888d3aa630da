/** A handler's result where it is more than a body: headers, or a body that is streamed or serialised already. */
export class Answer<T> {
  readonly body: T | NodeJS.ReadableStream | Buffer;
  readonly headers: Record<string, string>;

  constructor(body: T | NodeJS.ReadableStream | Buffer, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}
