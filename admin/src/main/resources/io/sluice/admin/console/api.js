// Asks the node. A user who is signed in has a token, which this tab keeps until it is closed.

const ROOT = '/sluice/v1';
const TOKEN = 'sluice-token';
const PATIENCE_MILLIS = 15_000;

/** The node has answered that it will not, or it has not answered. */
export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const token = {
  get: () => sessionStorage.getItem(TOKEN),
  set: (value) => sessionStorage.setItem(TOKEN, value),
  forget: () => sessionStorage.removeItem(TOKEN),
};

/** A path of which each part is a name with any characters: path`/history/topics/${domain}/…`. */
export function path(texts, ...names) {
  return texts.reduce((all, text, i) => all + encodeURIComponent(names[i - 1]) + text);
}

/** The path of a topic of this full name. */
export function topicPath(topic) {
  const [, domain, tenant, namespace, name] = /^([^:]*):\/\/([^/]*)\/([^/]*)\/(.*)$/s.exec(topic) ?? [];
  if (name === undefined || name === '.' || name === '..') { // the browser would take these two for steps in the path
    throw new ApiError(400, `${topic} is not the full name of a topic`);
  }
  return path`/${domain}/${tenant}/${namespace}/${name}`;
}

/** A request with the token, if there is one; resolved when the answer begins and is no error. */
export async function ask(method, where, { query = {}, body, signal } = {}) {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const headers = {};
  if (token.get()) {
    headers.authorization = `Bearer ${token.get()}`;
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  const search = wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : '';
  let answer;
  try {
    answer = await fetch(ROOT + where + search, {
      method,
      headers,
      cache: 'no-store',
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (fault) {
    throw new ApiError(0, fault.name === 'TimeoutError' ? 'the node does not answer' : 'the node cannot be reached');
  }
  if (!answer.ok) {
    throw new ApiError(answer.status, await reason(answer));
  }
  return answer;
}

async function reason(answer) {
  try {
    return (await answer.json()).error ?? answer.statusText;
  } catch {
    return `${answer.status} ${answer.statusText}`; // not from the node itself
  }
}

export async function get(where, query) {
  const answer = await ask('GET', where, { query, signal: AbortSignal.timeout(PATIENCE_MILLIS) });
  try {
    return await answer.json();
  } catch {
    throw new ApiError(0, 'the answer of the node broke off');
  }
}

export async function send(method, where, body) {
  await ask(method, where, { body, signal: AbortSignal.timeout(PATIENCE_MILLIS) });
}

/** For pages of several parts: {value}, or {problem} if the node does not tell this one. */
export async function either(asked) {
  try {
    return { value: await asked };
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status === 401) {
      throw problem;
    }
    return { problem };
  }
}
