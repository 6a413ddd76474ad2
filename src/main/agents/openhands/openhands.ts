import { basename, dirname } from 'node:path'
import type { Agent, SessionHead } from '../agent.ts'
import { readReportOutcome } from '../details/task-outcome.ts'
import { joinOn, type Machine } from '../discovery/editors.ts'
import { isRecord, readNestedFields, toTextOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { readDocuments } from '../json/read-documents.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { ReadSession } from '../session/build-session-task.ts'
import { pickSession } from '../session/choose-session.ts'
import { findEventRecords, gather, isEvent, type Gathered } from './gather.ts'
import { readNewEvents } from './new-events.ts'
import { readOldEvents } from './old-events.ts'
import { readConversation } from './read-conversation.ts'

/** A conversation of OpenHands: a folder of events, an export of them, or the runs of an evaluation. */
export const openHands: Agent = {
  id: 'openhands',
  version: 3,
  name: 'OpenHands',
  label: 'OpenHands conversation',
  endings: ['.json', '.jsonl'],
  recognises: ({ name, values }) => {
    // Pages of a cache repeat the events beside them.
    if (/^\d+-\d+\.json$/.test(name)) return false
    const [value] = values
    if (Array.isArray(value)) return isEvent(value[0])
    if (!isRecord(value)) return false
    if (name === 'base_state.json') return isRecord(value['agent']) && typeof value['id'] === 'string'
    if (name === '0.json') return isEvent(value) && value['id'] === 0
    return findEventRecords(value) !== null || (values.length > 1 && values.slice(0, 2).every(isEvent))
  },
  agent: 'openhands',
  sessions: {
    canHoldSeveral: ({ name, values }) =>
      name.endsWith('.jsonl') && values.some((value) => isRecord(value) && findEventRecords(value) !== null),
    list: async (source) => readRuns(source).map(({ key, value }) => buildRunHead(key, value)),
  },
  companions: [{ of: 'base_state.json', are: ['events'] }],
  readSession: async (source) => {
    const runs = readRuns(source)
    return readGathered(source, runs.length === 0 ? await gather(source) : gatherChosenRun(source, runs))
  },
  places: (machine) => [
    {
      path: findConversationsFolder(machine),
      holds: { kind: 'files', endings: ['base_state.json'] },
    },
    {
      path: joinOn(machine, findOldFolder(machine), 'sessions'),
      holds: { kind: 'files', endings: ['metadata.json'] },
    },
  ],
}

function readGathered(source: ParsedSource, { records, about, problems }: Gathered): ReadSession {
  const isNew = records.some(({ kind }) => typeof kind === 'string')
  const conversation = isNew ? readNewEvents(records, about) : readOldEvents(records)
  return {
    session: readConversation(conversation),
    title: toTextOrNull(about['title']) ?? toTextOrNull(readNestedFields(about, 'tags')['title']),
    workspace: readWorkspace(about),
    model: readModel(about),
    parentId: toTextOrNull(about['parent_conversation_id']) ?? findParentSession(source),
    outcome: readReportOutcome(about, '') ?? readReportOutcome(readNestedFields(about, 'test_result'), ''),
    problems,
    remarks: [...conversation.unknown].map(
      (kind) => `events of kind ${kind} are not known and were passed over`,
    ),
  }
}

/** Subagents lie in a folder of the conversation that they belong to. */
function findParentSession({ path }: ParsedSource): string | null {
  const folder = dirname(dirname(path))
  return basename(folder) === 'subagents' ? basename(dirname(folder)) : null
}

type Run = { readonly key: string; readonly value: Fields }

/** The runs of an evaluation, one a line. */
function readRuns(source: ParsedSource): readonly Run[] {
  const file = source.only()
  if (!file.name.endsWith('.jsonl')) return []
  const { documents } = readDocuments(source, file)
  return documents.flatMap(({ value }, at): Run[] =>
    findEventRecords(value) === null
      ? []
      : [{ key: (toTextOrNull(value['instance_id']) ?? `${at + 1}`).replaceAll(/[/\\#]/g, '_'), value }],
  )
}

function buildRunHead(key: string, value: Fields): SessionHead {
  const events = findEventRecords(value) ?? []
  const last = toTimeOrNull(events.at(-1)?.['timestamp'])
  return { key, title: null, stamp: `${events.length} ${last ?? ''}`, lastActivityTs: last }
}

function gatherChosenRun(source: ParsedSource, runs: readonly Run[]): Gathered {
  const about = pickSession(source, runs, (run) => buildRunHead(run.key, run.value)).value
  return { records: findEventRecords(about) ?? [], about, problems: source.lines(source.only()).problems }
}

function readModel(about: Fields): string | null {
  return (
    toTextOrNull(readNestedFields(about, 'agent', 'llm')['model']) ??
    toTextOrNull(readNestedFields(about, 'metadata', 'llm_config')['model'])
  )
}

function readWorkspace(about: Fields): string | null {
  return (
    toTextOrNull(readNestedFields(about, 'workspace')['working_dir']) ??
    toTextOrNull(about['selected_repository'])
  )
}

function findOldFolder(machine: Machine): string {
  return joinOn(machine, machine.home, '.openhands')
}

function findConversationsFolder(machine: Machine): string {
  const { environment } = machine
  const own = environment['OPENHANDS_PERSISTENCE_DIR'] || findOldFolder(machine)
  return environment['OPENHANDS_CONVERSATIONS_DIR'] || joinOn(machine, own, 'conversations')
}
