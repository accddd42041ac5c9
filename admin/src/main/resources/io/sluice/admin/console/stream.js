// The node's figures, once a second. Says so when they stop coming, and goes on as soon as they can be had again.

import { ask } from './api.js';

const STALE_MILLIS = 3_500;
const FIRST_RETRY_MILLIS = 500;
const LONGEST_RETRY_MILLIS = 8_000;

/** Reads "data:" lines of an event stream; other lines do not matter here. */
async function readEvents(body, onData) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    lines.filter((line) => line.startsWith('data:')).forEach((line) => onData(JSON.parse(line.slice(5))));
  }
}

/**
 * Follows the figures until it is closed.
 *
 * @param onFigures told each time
 * @param onState told 'live', or 'stale' with the reason
 * @param onRefused told if the token is not accepted any more
 */
export function follow({ onFigures, onState, onRefused }) {
  let closed = false;
  let retryMillis = FIRST_RETRY_MILLIS;
  let attempt;
  let silence;

  function heard(figures) {
    retryMillis = FIRST_RETRY_MILLIS;
    clearTimeout(silence);
    silence = setTimeout(() => attempt.abort(), STALE_MILLIS);
    onState('live');
    onFigures(figures);
  }

  async function connect() {
    attempt = new AbortController();
    clearTimeout(silence);
    silence = setTimeout(() => attempt.abort(), 2 * STALE_MILLIS);
    let why = 'the node has ended the stream of figures';
    try {
      const answer = await ask('GET', '/events', { signal: attempt.signal });
      await readEvents(answer.body, heard);
    } catch (fault) {
      if (fault.status === 401 || fault.status === 403) {
        close();
        onRefused(fault);
      }
      why = fault.status ? fault.message : 'the node cannot be reached';
    }
    clearTimeout(silence);
    if (!closed) {
      onState('stale', why);
      setTimeout(() => closed || connect(), retryMillis);
      retryMillis = Math.min(2 * retryMillis, LONGEST_RETRY_MILLIS);
    }
  }

  function close() {
    closed = true;
    clearTimeout(silence);
    attempt?.abort();
  }

  connect();
  return { close };
}
