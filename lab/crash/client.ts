export interface Answered {
  status: number;
  body: unknown;
  requestId: string;
  /** The message of a refusal. */
  message: string;
}

/** Sends a call; undefined without a complete answer. */
export async function send(
  url: string,
  token: string | undefined,
  { method, path, body }: { method: string; path: string; body?: object | FormData },
): Promise<Answered | undefined> {
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
  } catch {
    return undefined;
  }
}
