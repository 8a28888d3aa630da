declare module 'hoodiecrow-imap' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';

  interface StoredMessage {
    /** A character for each byte. */
    raw: string;
    flags: string[];
    uid: number;
  }

  interface ImapServer extends EventEmitter {
    server: Server;
    /** By the paths of the mailboxes. */
    folderCache: Record<string, { messages: StoredMessage[]; uidvalidity: number }>;
    listen(port: number, host: string, done: () => void): void;
    close(done: () => void): void;
    appendMessage(path: string, flags: string[], date: string, raw: string): void;
  }

  export default function hoodiecrow(options: {
    plugins?: string[];
    users?: Record<string, { password: string }>;
    secureConnection?: boolean;
    storage: Record<string, { messages: [] }>;
  }): ImapServer;
}
