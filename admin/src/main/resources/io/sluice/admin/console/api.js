// Asks the node. A signed-in user has a token, which this tab keeps until it is closed.

const ROOT = '/sluice/v1';
const TOKEN = 'sluice-token';
const ANSWER_TIMEOUT_MILLIS = 15_000;

/** The code of an answer that says that what a change is based on is not in force any more. */
export const CHANGED = 'changed';

/** The node has answered that it will not, or it has not answered. */
export class ApiError extends Error {
  constructor(status, message, code) {
    super(message);
    this.status = status;
    this.code = code;
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
export async function ask(method, where, { query = {}, body, signal, headers: more = {} } = {}) {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const headers = { ...more };
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
    const { error, code } = await reason(answer);
    throw new ApiError(answer.status, error, code);
  }
  return answer;
}

async function reason(answer) {
  try {
    const { error = answer.statusText, code } = await answer.json();
    return { error, code };
  } catch {
    return { error: `${answer.status} ${answer.statusText}` }; // not from the node itself
  }
}

async function json(answer) {
  try {
    return await answer.json();
  } catch {
    throw new ApiError(0, 'the answer of the node broke off');
  }
}

export async function get(where, query) {
  return json(await ask('GET', where, { query, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS) }));
}

/** What is there and its version, or null if there is nothing. */
export async function find(where) {
  try {
    const answer = await ask('GET', where, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS) });
    return { value: await json(answer), tag: answer.headers.get('etag') };
  } catch (problem) {
    if (problem.status === 404) {
      return null;
    }
    throw problem;
  }
}

/** @param basedOn headers that say what has to be set for it to be done */
export async function send(method, where, body, basedOn) {
  await ask(method, where, { body, headers: basedOn, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS) });
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
