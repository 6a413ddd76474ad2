import { basename, dirname } from 'node:path'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import { joinOn, type Machine } from '../discovery/editors.ts'
import type { StoragePlace } from '../discovery/storage-place.ts'
import { outcomeOfReport } from '../details/task-outcome.ts'
import type { ImportFormat, SessionHead } from '../format.ts'
import { fieldsAt, textOf, timeOf, type Fields } from '../json/fields.ts'
import { readDocuments } from '../json/read-documents.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { chooseSession } from '../session/choose-session.ts'
import { sessionTask } from '../session/session-task.ts'
import { eventsOf, gather, isEvent, type Gathered } from './gather.ts'
import { readNewEvents } from './new-events.ts'
import { readOldEvents } from './old-events.ts'
import { readConversation } from './read-conversation.ts'

/** A conversation of OpenHands: a folder of events, an export of them, or the runs of an evaluation. */
export const openHands: ImportFormat = {
  id: 'openhands',
  version: 3,
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
    return eventsOf(value) !== null || (values.length > 1 && values.slice(0, 2).every(isEvent))
  },
  agent: 'openhands',
  sessions: {
    isIn: ({ name, values }) =>
      name.endsWith('.jsonl') && values.some((value) => isRecord(value) && eventsOf(value) !== null),
    list: async (source) => runsIn(source).map(({ key, value }) => headOf(key, value)),
  },
  companions: [{ of: 'base_state.json', are: ['events'] }],
  read: async (source) => {
    const runs = runsIn(source)
    const chosen = runs.length === 0 ? null : chosenOf(source, runs)
    const gathered = chosen ?? (await gather(source))
    return taskOf(source, gathered)
  },
  places: (machine) => [
    place(conversationsOn(machine), 'base_state.json'),
    place(joinOn(machine, oldFolderOn(machine), 'sessions'), 'metadata.json'),
  ],
}

function taskOf(source: ParsedSource, { records, about, problems }: Gathered) {
  const isNew = records.some(({ kind }) => typeof kind === 'string')
  const conversation = isNew ? readNewEvents(records, about) : readOldEvents(records)
  const remarks = [...conversation.unknown].map((kind): ImportProblem => ({
    file: source.only().name,
    place: '',
    reason: `events of kind ${kind} are not known and were passed over`,
    severity: 'warning',
  }))
  const task = sessionTask(source, {
    format: 'openhands',
    agent: 'openhands',
    session: readConversation(conversation),
    reading: { problems },
    title: textOf(about['title']) ?? textOf(fieldsAt(about, 'tags')['title']),
    workspace: workspaceOf(about),
    relations: { parentId: textOf(about['parent_conversation_id']) ?? parentOf(source), childIds: [] },
    problems: remarks,
  })
  const outcome = outcomeOfReport(about, '') ?? outcomeOfReport(fieldsAt(about, 'test_result'), '')
  return {
    ...task,
    model: modelOf(about) ?? task.model,
    ...(outcome === undefined ? {} : { outcome }),
  }
}

/** Subagents lie in a folder of the conversation that they belong to. */
function parentOf({ path }: ParsedSource): string | null {
  const folder = dirname(dirname(path))
  return basename(folder) === 'subagents' ? basename(dirname(folder)) : null
}

type Run = { readonly key: string; readonly value: Fields }

/** The runs of an evaluation, one a line. */
function runsIn(source: ParsedSource): readonly Run[] {
  const file = source.only()
  if (!file.name.endsWith('.jsonl')) return []
  const { documents } = readDocuments(source, file)
  return documents.flatMap(({ value }, at): Run[] =>
    eventsOf(value) === null
      ? []
      : [{ key: (textOf(value['instance_id']) ?? `${at + 1}`).replaceAll(/[/\\#]/g, '_'), value }],
  )
}

function headOf(key: string, value: Fields): SessionHead {
  const events = eventsOf(value) ?? []
  const last = timeOf(events.at(-1)?.['timestamp'])
  return { key, title: null, stamp: `${events.length} ${last ?? ''}`, lastActivityTs: last }
}

function chosenOf(source: ParsedSource, runs: readonly Run[]): Gathered {
  const key = chooseSession(source, {
    has: (one) => runs.some((run) => run.key === one),
    all: () => runs.map((run) => headOf(run.key, run.value)),
  })
  const about = runs.find((run) => run.key === key)?.value ?? {}
  return { records: eventsOf(about) ?? [], about, problems: source.lines(source.only()).problems }
}

function modelOf(about: Fields): string | null {
  return (
    textOf(fieldsAt(fieldsAt(about, 'agent'), 'llm')['model']) ??
    textOf(fieldsAt(fieldsAt(about, 'metadata'), 'llm_config')['model'])
  )
}

function workspaceOf(about: Fields): string | null {
  return textOf(fieldsAt(about, 'workspace')['working_dir']) ?? textOf(about['selected_repository'])
}

function place(path: string, ending: string): StoragePlace {
  return { agent: 'OpenHands', editor: null, path, holds: { kind: 'files', endings: [ending] } }
}

function oldFolderOn(machine: Machine): string {
  return joinOn(machine, machine.home, '.openhands')
}

function conversationsOn(machine: Machine): string {
  const { environment } = machine
  const own = environment['OPENHANDS_PERSISTENCE_DIR'] || oldFolderOn(machine)
  return environment['OPENHANDS_CONVERSATIONS_DIR'] || joinOn(machine, own, 'conversations')
}
