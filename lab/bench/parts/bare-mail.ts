// Bare nodemailer: sends a number of messages with the given texts to a mail server, over as many connections as a
// server uses for mail on bugs. Run only by lab/bench/mail.ts.
import nodemailer from 'nodemailer';

const [url = '', count = '0', text = '', html = ''] = process.argv.slice(2);
const connections = 2;
const transport = nodemailer.createTransport({ url, pool: true, maxConnections: connections });
let sent = 0;
const sender = async () => {
  while (sent < Number(count)) {
    sent += 1;
    const to = `bare${sent}@example.com`;
    await transport.sendMail({ from: 'bugs@example.com', to, subject: '[#1] A bug', text, html });
  }
};
await Promise.all(Array.from({ length: connections }, sender));
transport.close();
