import http from 'node:http';

/** A request of a flood. */
export interface Shot {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends all requests at once, each on a connection of its own; returns the statuses in order (0: broken). */
export async function flood(origin: string, shots: readonly Shot[]): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: false });
  return Promise.all(shots.map((shot) => send(agent, origin, shot)));
}

function send(agent: http.Agent, origin: string, shot: Shot): Promise<number> {
  const { method = 'GET', path, headers = {}, body } = shot;
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    const options = { agent, method, headers: { ...type, ...headers } };
    const request = http.request(origin + path, options, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', () => resolve(0));
    request.end(body);
  });
}

/** How often each status was answered. */
export function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
