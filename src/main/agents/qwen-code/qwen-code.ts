import { basename, dirname } from 'node:path'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { pickFileStem } from '../build-session-key.ts'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { readQwenSession } from './read-session.ts'
import { readSessionRecords, type SessionRecords } from './records.ts'

/** A session of Qwen Code, or one of its subagents. */
export const qwenCode: ImportFormat = {
  id: 'qwen-code',
  version: 3,
  label: 'Qwen Code session',
  agent: 'qwen-code',
  readSessionId: ({ path }) => pickFileStem(path),
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some(isQwenRecord),
  read: (source) => {
    const file = source.only()
    const reading = source.lines(file)
    const session = readSessionRecords(reading.records)
    return buildSessionTask(source, {
      format: 'qwen-code',
      agent: 'qwen-code',
      session: readQwenSession(session.records),
      reading,
      title: findTitle(session),
      workspace: findWorkspace(session),
      relations: { parentId: findParentSession(source), childIds: [] },
      problems: collectProblems(file.name, session),
    })
  },
  places: (machine) => [
    {
      agent: 'Qwen Code',
      editor: null,
      path: joinOn(
        machine,
        machine.environment['QWEN_HOME'] || joinOn(machine, machine.home, '.qwen'),
        'projects',
      ),
      holds: { kind: 'files', endings: ['.jsonl'] },
    },
  ],
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

function collectProblems(file: string, { gaps, skipped }: SessionRecords): readonly ImportProblem[] {
  const buildProblem = (reason: string): ImportProblem => ({ file, place: '', reason, severity: 'warning' })
  return [
    ...(gaps > 0
      ? [
          buildProblem(
            `${formatCountWithNoun(gaps, 'record')} without the one that it follows: the one before took its place`,
          ),
        ]
      : []),
    ...(skipped > 0
      ? [buildProblem(`${formatCountWithNoun(skipped, 'record')} without an id left out`)]
      : []),
  ]
}
