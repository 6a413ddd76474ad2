/** Endings of text files that may hold a history, in lower case. The page reads these when they are dropped on it. */
export const historyEndings: readonly string[] = [
  '.json',
  '.jsonl',
  '.ndjson',
  '.traj',
  '.har',
  '.yaml',
  '.yml',
]
