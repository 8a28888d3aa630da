// The minimum work of an upload: writes the body of each request to a file while hashing it, and syncs the file.
// Started by lab/bench/uploads.ts with the folder.
import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';

const server = createServer((request, response) => {
  void (async () => {
    const hash = createHash('sha256');
    const handle = await open(join(folder, randomUUID()), 'wx');
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await handle.write(chunk);
    }
    await handle.sync();
    await handle.close();
    response.end(hash.digest('hex'));
  })();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
