import http from 'node:http';

// A client of its own process, so that what it measures is not delayed by the work of the attacking
// process: repeats one GET on one connection, and prints the milliseconds and the status of every
// answer as a line of JSON. Arguments: address, bearer token. Ends when its standard input does.

const [, , url = '', token = ''] = process.argv;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
/** Leaves the server time for others: what is measured is the delay, not the throughput. */
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
