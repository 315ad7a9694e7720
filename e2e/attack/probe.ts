import http from 'node:http';

// A client in its own process, so that the attacking process does not delay its measurements: repeats a GET
// on one connection, and prints the milliseconds and the status of every response as a line of JSON.
// Arguments: URL, bearer token. Ends with its standard input.

const [, , url = '', token = ''] = process.argv;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
/** A pause between requests: the delay is measured, not the throughput. */
const PAUSE_MS = 10;

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

while (!isOver) {
  const begun = performance.now();
  const status = await ask();
  const ms = performance.now() - begun;
  process.stdout.write(`${JSON.stringify({ ms, status })}\n`);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
agent.destroy();

/** The status of one answer; 0 where the connection broke. */
function ask(): Promise<number> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${token}` };
    http
      .get(url, { agent, headers }, (response) => {
        response.resume();
        response.on('close', () => resolve(response.statusCode ?? 0));
      })
      .on('error', () => resolve(0));
  });
}
