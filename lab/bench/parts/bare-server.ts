// The minimum that Node can do: answers every request with the bytes for its path, which the program gets as JSON on
// standard input. Started by the benchmarks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const answers = JSON.parse(await text(process.stdin)) as Record<
  string,
  { headers: Record<string, string>; body: string }
>;
const bodies = new Map(Object.entries(answers).map(([path, { body }]) => [path, Buffer.from(body)]));

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  response.writeHead(200, answers[path]?.headers);
  response.end(bodies.get(path));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
