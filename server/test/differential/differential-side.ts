import { sinceHeader } from '#contract/live.ts';
import type { Step } from './differential-steps.ts';
import { slots, tokens } from './differential-values.ts';

/** An answer, in which ids and secrets are numbered in the order of their first appearance. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const incidental = new Set(['date', sinceHeader, 'connection', 'keep-alive', 'server-timing']);
/** The tag of a body with ids, which differ between engines. */
const hashTag = /^"[\w-]{22}"$/;
const secrets =
  /(?<=invitation=)[\w-]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[\w-]{43}/g;

/** An application on one engine, and its ids for the placeholders. */
export class Side {
  readonly #url: string;
  readonly #real = new Map<string, string>();
  readonly #seen = new Map<string, string>();
  readonly #next: Record<string, number> = {};

  constructor(url: string) {
    this.#url = url;
  }

  /** Assigns an id to the placeholder. */
  set(placeholder: string, real: string): void {
    this.#real.set(placeholder, real);
  }

  /** The id for the placeholder; the placeholder itself before one is assigned. */
  real(placeholder: string): string {
    return this.#real.get(placeholder) ?? placeholder;
  }

  async send({ method, path, headers, body }: Step): Promise<Answer> {
    const response = await fetch(this.#url + this.#filled(path), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, this.#filled(value)]),
      ...(body !== undefined && { body: this.#filled(body) }),
    });
    const text = await response.text();
    if (response.ok && text !== '') this.#learn(path, JSON.parse(text));
    const sent = [...response.headers].filter(
      ([name, value]) => !incidental.has(name) && !(name === 'etag' && hashTag.test(value)),
    );
    const answer = {
      status: response.status,
      headers: Object.fromEntries(sent.map(([name, value]) => [name, this.#canonical(value)])),
      body: this.#canonical(text),
    };
    const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    if (next !== undefined) {
      this.set(slots.nextPage, next);
      this.set(this.#turn(slots.cursors), new URLSearchParams(next.split('?')[1]).get('cursor') ?? '');
    }
    return answer;
  }

  #filled(text: string): string {
    return text.replaceAll(secrets, (found) => this.real(found));
  }

  #canonical(text: string): string {
    return text.replaceAll(secrets, (found) => {
      const name = this.#seen.get(found) ?? `#${this.#seen.size}`;
      this.#seen.set(found, name);
      return name;
    });
  }

  /** Assigns ids of an answer to placeholders, round robin. */
  #learn(path: string, body: unknown): void {
    const [first, last] = Array.isArray(body) ? [body[0] as unknown, body.at(-1) as unknown] : [body, body];
    const { _id: id, token } = (first ?? {}) as { _id?: string; token?: string };
    if (id === undefined) return;
    if (token !== undefined) {
      const known = slots.users.find((slot) => this.#real.get(slot) === id);
      const slot = known ?? this.#turn(slots.users.slice(3));
      this.set(slot, id);
      this.set(tokens[slots.users.indexOf(slot)] ?? '', token);
    } else if (path === '/api/bugs') this.set(this.#turn(slots.bugs), id);
    else if (path.endsWith('/comments')) this.set(this.#turn(slots.comments), id);
    else if (path === '/api/users/sessions') this.set(this.#turn(slots.sessions), id);
    else if (path.startsWith('/api/admin/audit'))
      this.set(this.#turn(slots.entries), (last as { _id: string })._id);
  }

  #turn(from: readonly string[]): string {
    const key = from[0] ?? '';
    const turn = this.#next[key] ?? 0;
    this.#next[key] = turn + 1;
    return from[turn % from.length] ?? '';
  }
}
