import { createServer } from 'node:net';

/**
 * Entry of a short-lived process inside the browser's network namespace: makes loopback listeners there and hands
 * them to the parent, whose egress proxy accepts on them. A socket belongs to the namespace it was made in, whoever
 * holds it, so no relay has to stay between the browser and the proxy.
 */
const count = Number(process.argv[2]);

// The listeners of this process would keep it alive.
process.once('disconnect', () => process.exit());
let left = count;

for (let index = 0; index < count; index += 1) {
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    process.send?.('listener', server, {}, () => {
      left -= 1;
      if (left === 0) process.disconnect();
    });
  });
}
