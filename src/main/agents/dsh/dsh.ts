import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { findAgentFolder } from '../discovery/editors.ts'
import { ImportFailure } from '../import-failure.ts'
import { isRecord, toNumberOrNull, toTextOrNull } from '../json/fields.ts'
import { findUnknownEvent, isHeader, readEvents, type SessionEvent } from './events.ts'
import { readSession } from './read-session.ts'

/** A session of the DeepSeek Harness: one event a line, in frames of zstd. */
export const dsh: Agent = {
  id: 'dsh',
  version: 2,
  name: 'DeepSeek Harness',
  label: 'DeepSeek Harness session',
  agent: 'dsh',
  readSessionId: ({ head }) => readFirstValueText(head, 'id'),
  endings: ['.jsonl', '.jsonl.zstd'],
  recognises: ({ values }) => values.some((value) => isRecord(value) && isHeader(value)),
  readLines: ({ records }, source) => {
    const header = records.find(({ value }) => isHeader(value))?.value ?? {}
    const events = readEvents(records)
    const unknown = findUnknownEvent(events)
    if (unknown !== null)
      throw new ImportFailure({
        code: 'unknown-format',
        message: `${source.name} cannot be read: line ${unknown.line} is an event of the kind “${unknown.type.slice(0, 80)}”, which is not known here and may not be left out`,
        where: source.path || source.name,
        hint: 'A newer version of the DeepSeek Harness or a plugin wrote it. What it says of the others is unknown.',
      })
    const parentId = toTextOrNull(header['parentSession'])
    // A session that was resumed has all of its events from itself.
    const seedLength = parentId === null ? 0 : (toNumberOrNull(header['seedLength']) ?? 0)
    const { session, misplaced } = readSession(events, seedLength)
    return {
      session,
      title: findTitle(events),
      workspace: toTextOrNull(header['cwd']),
      parentId,
      remarks: [...describeGaps(events), ...describeMisplaced(misplaced)],
    }
  },
  places: (machine) => [
    { path: findAgentFolder(machine, { variable: 'DSH_HOME', usual: '.dsh' }, 'sessions') },
  ],
}

function findTitle(events: readonly SessionEvent[]): string | null {
  return toTextOrNull(events.findLast(({ type }) => type === 'session/title')?.data['title'])
}

/** Events are numbered without gaps, and a run of pieces of an answer takes as many numbers as it has pieces. */
function describeGaps(events: readonly SessionEvent[]): readonly string[] {
  const isOrdered = events.every(({ seq }, at) => seq !== null && seq > (events[at - 1]?.seq ?? -1))
  return isOrdered
    ? []
    : ['the numbers of its events do not rise: some were written twice, or by another program']
}

function describeMisplaced(count: number): readonly string[] {
  return count === 0
    ? []
    : [
        `${count} ${count === 1 ? 'event' : 'events'} in place of others that are not in the history: each was added at its end`,
      ]
}
