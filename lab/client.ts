/** A call as a client sends it. */
export interface Call {
  method: string;
  path: string;
  body?: object | FormData;
  token?: string | undefined;
}

export interface Answered {
  /** 0 without a complete answer. */
  status: number;
  body: unknown;
  requestId: string;
  /** The message of a refusal, or the reason why there is no answer. */
  message: string;
}

/** Sends a call. */
export async function send(url: string, { method, path, body, token }: Call): Promise<Answered> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return {
      status: response.status,
      body: parsed,
      requestId: response.headers.get('x-request-id') ?? '',
      message: (parsed as { message?: string } | undefined)?.message ?? '',
    };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return { status: 0, body: undefined, requestId: '', message: reason };
  }
}
