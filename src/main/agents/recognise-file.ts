import { readEnds, readStart } from '../platform/files/read-file.ts'
import type { Agent } from './agent.ts'
import { agents } from './agents.ts'
import { buildSessionKey } from './build-session-key.ts'
import { endBytes, headBytes, readFileHead, type FileHead } from './file-head.ts'
import { isDatabase } from './packed-file.ts'

/** So much of the log of a database is looked at: several states of its first pages. */
const logBytes = 2 ** 20

const endings = agents.flatMap((agent) => agent.endings)

/** Whether a file may be a task by its name: cheap, for listings; its content decides. */
export function mayBeTask(name: string): boolean {
  const lower = name.toLowerCase()
  return endings.some((ending) => lower.endsWith(ending))
}

/** A file that a format knows. */
export type RecognisedFile = Readonly<{
  format: Agent
  /** Whether it holds several sessions, each a task, or may come to. */
  isStore: boolean
  /** Of the session that it is; null for one that holds several. */
  sessionKey: string | null
}>

/** What the name and the beginning of a file show, by its path; null for other files and for those that cannot be read. */
export async function recogniseFile(path: string, name: string): Promise<RecognisedFile | null> {
  const named = findFormatsByName(name)
  const head = named.length === 0 ? null : await readHead(path, name)
  if (head === null) return null
  const format = named.find((one) => one.recognises(head)) ?? (await recogniseLog(path, head, named))
  if (format === undefined) return null
  const isStore = format.sessions?.canHoldSeveral(head) === true
  return {
    format,
    isStore,
    sessionKey: isStore ? null : buildSessionKey(format, { path, session: null, head }),
  }
}

function findFormatsByName(name: string): readonly Agent[] {
  const lower = name.toLowerCase()
  return agents.filter((agent) => agent.endings.some((ending) => lower.endsWith(ending)))
}

/** The format that the name and the beginning of a file show; null where there is none. */
export function findFileFormat(head: FileHead): Agent | null {
  return findFormatsByName(head.name).find((format) => format.recognises(head)) ?? null
}

/** The beginning and the end of a file, by its path; null where it cannot be read. Links are not followed. */
export async function readHead(path: string, name: string): Promise<FileHead | null> {
  const ends = await readEnds(path, { start: headBytes, end: endBytes }).catch(() => null)
  return ends === null ? null : readFileHead(name, ends.start, ends.end)
}

/** A young database has its tables in its log alone. */
async function recogniseLog(
  path: string,
  head: FileHead,
  named: readonly Agent[],
): Promise<Agent | undefined> {
  if (!isDatabase(head.bytes)) return undefined
  const log = await readStart(`${path}-wal`, logBytes).catch(() => null)
  if (log === null) return undefined
  const both = { ...head, text: new TextDecoder('latin1').decode(log) }
  return named.find((one) => one.recognises(both))
}
