import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pMap from 'p-map'
import { append } from '../../shared/kernel/append.ts'
import { isTaskFolder } from '../platform/files/task-files.ts'
import { defaultSearchLimits, type TaskSearchLimits } from './find-tasks.ts'
import { isBarrenFolder } from './is-barren-folder.ts'
import { findFileFormat, readHead } from './recognise-file.ts'

/** Sessions of an agent for whose files there is no import format. */
export type ForeignSessions = Readonly<{ agent: string; sessions: number }>

/** Folders and files that are looked into at the same time. */
const atOnce = 16
/** More transcripts than this are not looked into. */
const mostFiles = 5000
/** Sessions of helpers lie in a folder of their own beside the session that they belong to. */
const helperFolder = 'subagents'

/** How the first lines of transcripts begin. */
const signs: readonly Readonly<{ agent: string; isOwn: (head: string) => boolean }>[] = [
  { agent: 'Codex', isOwn: (head) => /^\{[^\n]*"type":\s*"session_meta"/.test(head) },
  { agent: 'pi', isOwn: (head) => /^\{"type":\s*"session",/.test(head) },
  {
    agent: 'Claude Code',
    isOwn: (head) => /"(?:sessionId|leafUuid)":/.test(head) && /"type":/.test(head),
  },
]

/**
 * What a folder holds of agents that cannot be read yet, the most first. Links are not followed; what may not be looked
 * into is passed over, and so is what lies in a task folder.
 */
export async function findForeignSessions(
  root: string,
  limits: TaskSearchLimits = defaultSearchLimits,
): Promise<readonly ForeignSessions[]> {
  const files: string[] = []
  let level: readonly string[] = [root]
  let looked = 0
  for (let depth = 0; depth <= limits.depth && level.length > 0 && files.length < mostFiles; depth += 1) {
    const within = level.slice(0, Math.max(0, limits.folders - looked))
    looked += within.length
    const looks = await pMap(within, lookInto, { concurrency: atOnce })
    append(
      files,
      looks.flatMap((look) => look.files),
    )
    level = looks.flatMap(({ folders }) => folders)
  }
  const agents = await pMap(files.slice(0, mostFiles), recogniseAgent, { concurrency: atOnce })
  const known = agents.filter((agent) => agent !== null)
  return [...Map.groupBy(known, (agent) => agent)]
    .map(([agent, own]) => ({ agent, sessions: own.length }))
    .toSorted((a, b) => b.sessions - a.sessions || a.agent.localeCompare(b.agent, 'en'))
}

async function lookInto(
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (isTaskFolder(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)))
    return { files: [], folders: [] }
  const transcripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name !== helperFolder)
    .map(({ name }) => join(folder, name))
  return {
    files: transcripts.map(({ name }) => join(folder, name)),
    folders: folders.filter((path) => !isBarrenFolder(path)),
  }
}

async function recogniseAgent(file: string): Promise<string | null> {
  const head = await readHead(file, file)
  if (head === null || findFileFormat(head) !== null) return null
  return signs.find(({ isOwn }) => isOwn(head.text))?.agent ?? null
}
