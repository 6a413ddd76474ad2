import { agents } from './agents.ts'
import { findAgent } from './find-agent.ts'

/** The reader of a format as the library stores it; it changes when what is read does. */
export function buildReaderId(formatId: string): string {
  return `${formatId}@${findAgent(formatId)?.version ?? 0}`
}

/** All readers together, for files that none of them can read: a newer or another one may. */
export const everyReader = `all@${agents.map(({ id, version }) => `${id}${version}`).join('')}`

/** Whether a newer reader would read what this one read, or failed to. */
export function isOlderReader(reader: string): boolean {
  return reader !== (reader.startsWith('all@') ? everyReader : buildReaderId(reader.split('@')[0] ?? ''))
}
