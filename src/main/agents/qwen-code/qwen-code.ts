import { basename, dirname } from 'node:path'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Agent } from '../agent.ts'
import { pickFileStem } from '../build-session-key.ts'
import { isRecord } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { readQwenSession } from './read-session.ts'
import { readSessionRecords, type SessionRecords } from './records.ts'
import { findProjectsFolder, qwenCodeWriter } from './write-session.ts'

/** A session of Qwen Code, or one of its subagents. */
export const qwenCode: Agent = {
  id: 'qwen-code',
  version: 3,
  name: 'Qwen Code',
  label: 'Qwen Code session',
  agent: 'qwen-code',
  readSessionId: ({ path }) => pickFileStem(path),
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some(isQwenRecord),
  readLines: ({ records }, source) => {
    const session = readSessionRecords(records)
    return {
      session: readQwenSession(session.records),
      title: findTitle(session),
      workspace: findWorkspace(session),
      parentId: findParentSession(source),
      remarks: listRemarks(session),
    }
  },
  places: (machine) => [{ path: findProjectsFolder(machine) }],
  writer: qwenCodeWriter,
}

/** Claude Code's records have the same outline, with content in the place of parts. */
function isQwenRecord(value: unknown): boolean {
  if (!isRecord(value) || typeof value['uuid'] !== 'string' || typeof value['sessionId'] !== 'string')
    return false
  const { message, systemPayload } = value
  return isRecord(systemPayload) || (isRecord(message) && Array.isArray(message['parts']))
}

/** The last name on the branch that is shown; one that was given on another branch went with it. */
function findTitle({ records }: SessionRecords): string | null {
  for (let record = records.at(-1); record !== undefined;) {
    const title = record.payload['customTitle']
    if (typeof title === 'string' && title !== '') return title
    record = record.parentAt === null ? undefined : records[record.parentAt]
  }
  return null
}

function findWorkspace({ records }: SessionRecords): string | null {
  const last = records.findLast(({ type, value }) => type !== 'system' && typeof value['cwd'] === 'string')
  const cwd = last?.value['cwd']
  return typeof cwd === 'string' ? cwd : null
}

/** Subagents lie in a folder that is named after the session that they belong to. */
function findParentSession({ path }: ParsedSource): string | null {
  const folder = dirname(path)
  return basename(dirname(folder)) === 'subagents' ? basename(folder) : null
}

function listRemarks({ gaps, skipped }: SessionRecords): readonly string[] {
  return [
    ...(gaps === 0
      ? []
      : [
          `${formatCountWithNoun(gaps, 'record')} without the one that it follows: the one before took its place`,
        ]),
    ...(skipped === 0 ? [] : [`${formatCountWithNoun(skipped, 'record')} without an id left out`]),
  ]
}
