// The pages, in the order of the navigation. Each has:
//   path, title
//   load(context): asks the node; called when the page is opened and each second while figures arrive
//   view(data, context): elements made of that; main.js changes what differs in the page
//   hidden: not in the navigation; heading(context): another one than the title; also: other paths under the same entry

import { changes } from './changes.js';
import { group } from './group.js';
import { groups } from './groups.js';
import { nodes } from './nodes.js';
import { overview } from './overview.js';
import { ramps } from './ramps.js';
import { throttled } from './throttled.js';
import { topic } from './topic.js';
import { topics } from './topics.js';

export const pages = [
  overview,
  throttled,
  topics,
  topic,
  groups,
  group,
  ramps,
  nodes,
  changes,
];
