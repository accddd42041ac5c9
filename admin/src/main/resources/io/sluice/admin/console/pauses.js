// Why connections are not read, in words, and what to do about it.

import { h } from './dom.js';

const setting = (text) => h('code', {}, text);

/** Why connections are not read. Those that are grave slow down clients that are within their limits as well; they come first. */
export const PAUSES = [
  {
    reason: 'node_held_bytes',
    title: 'Held bytes of the node',
    grave: true,
    why: 'This node holds as many bytes of throttled producers as it may. Clients that are within their limits may wait as well.',
    todo: () => ['See ', h('a', { href: '#/throttled?by=heldBytes&order=down' }, 'which producer has most held'),
      ' and raise that limit, or slow that client down. If the node has memory left, raise ', setting('maxHeldBytes'), '.'],
  },
  {
    reason: 'publish_buffer',
    title: 'Publish buffer',
    grave: true,
    why: 'Messages that brokers have not acknowledged fill the publish buffer of this node. All producers on it wait.',
    todo: () => ['Brokers answer slowly, or too much is held: look at their latency first. If the node has memory left, raise ',
      setting('maxMessagePublishBufferSizeInMB'), '.'],
  },
  {
    reason: 'node_rate',
    title: 'Rate of the node',
    grave: true,
    why: 'This node publishes as fast as it may.',
    todo: () => ['See ', h('a', { href: '#/topics?by=messages' }, 'to which topics most is published'), '. Start another node, or raise ',
      setting('node.limits.publishMessages'), ' or ', setting('node.limits.publishBytes'), '.'],
  },
  {
    reason: 'pending_publishes',
    title: 'Pending publishes',
    grave: false,
    why: 'Brokers have not answered as many publishes as one connection may have under way.',
    todo: () => ['Look at the latency of the brokers and of their storage. ', setting('maxPendingPublishRequestsPerConnection'),
      ' is how many may be under way.'],
  },
  {
    reason: 'held_bytes',
    title: 'Held bytes of a connection',
    grave: false,
    why: 'One client has published so far over its limits that no more of it is held. All producers on its connection wait.',
    todo: () => ['See ', h('a', { href: '#/throttled?by=heldBytes&order=down' }, 'which producer has most held'),
      ' and raise that limit, or slow that client down. ', setting('maxHeldBytesPerConnection'), ' is how much is held.'],
  },
];

/** Such a reason in a word or two. */
export const pauseTitle = (reason) => PAUSES.find((known) => known.reason === reason)?.title ?? reason.replaceAll('_', ' ');
