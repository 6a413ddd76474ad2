import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { pickFileStem } from '../build-session-key.ts'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { toTextOrNull, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { withSessionTotals } from '../session/session-totals.ts'
import { readSession } from './read-session.ts'
import { readSettings } from './settings.ts'

/** A session of Factory's Droid: one event a line, with its settings and totals in a file beside it. */
export const droid: ImportFormat = {
  id: 'droid',
  version: 2,
  label: 'Droid session',
  agent: 'droid',
  readSessionId: ({ path }) => pickFileStem(path),
  endings: ['.jsonl'],
  recognises: ({ values }) =>
    values.some((value) => isRecord(value) && (isStart(value) || isMessage(value))) &&
    !values.some((value) => isRecord(value) && value['type'] === 'session'),
  read: async (source) => {
    const file = source.only()
    const reading = source.lines(file)
    const start = reading.records.find(({ value }) => isStart(value))?.value ?? null
    const beside = await source.beside.read(`${pickFileStem(file.name)}.settings.json`)
    const settings = readSettings(beside === null ? null : source.json(beside).object)
    const { strange, unplaced, ...session } = readSession(
      reading.records,
      // A line that is lost may have been another answer.
      reading.problems.length === 0 ? settings.sum : {},
    )
    const task = buildSessionTask(source, {
      format: 'droid',
      agent: 'droid',
      session,
      reading,
      title: start === null ? null : readTitle(start),
      workspace: toTextOrNull(start?.['cwd']),
      relations: {
        parentId: toTextOrNull(start?.['callingSessionId']) ?? settings.parentId,
        childIds: [...settings.childIds],
      },
      problems: listProblems(file.name, { hasStart: start !== null, strange, unplaced }),
    })
    const isKnown = task.usage.requests.every(({ tokensIn }) => tokensIn !== undefined)
    return {
      ...(isKnown ? task : withSessionTotals(task, settings.totals)),
      model: task.model ?? settings.model,
    }
  },
  companions: [{ of: '.jsonl', are: ['.settings.json'] }],
  places: (machine) => [
    {
      agent: 'Droid',
      editor: null,
      // The variable names the folder in which that of Factory lies.
      path: joinOn(
        machine,
        machine.environment['FACTORY_HOME_OVERRIDE'] || machine.home,
        '.factory',
        'sessions',
      ),
      holds: { kind: 'files', endings: ['.jsonl'] },
    },
  ],
}

/** Every version wrote who began the session, and of what. */
function isStart(value: Fields): boolean {
  return (
    value['type'] === 'session_start' &&
    typeof value['id'] === 'string' &&
    ('title' in value || 'owner' in value) &&
    value['message'] === undefined
  )
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Where the first line is lost, the messages tell: those of pi have short ids, and roles of their own. */
function isMessage({ type, id, message }: Fields): boolean {
  return (
    type === 'message' &&
    typeof id === 'string' &&
    uuid.test(id) &&
    isRecord(message) &&
    (message['role'] === 'user' || message['role'] === 'assistant')
  )
}

/** Newer versions write the title in one place again. */
function readTitle({ title, sessionTitle }: Fields): string | null {
  const text = toTextOrNull(sessionTitle) ?? toTextOrNull(title)
  return text === 'New Session' ? null : text
}

type Findings = Readonly<{ hasStart: boolean; strange: readonly string[]; unplaced: number }>

function listProblems(file: string, { hasStart, strange, unplaced }: Findings): readonly ImportProblem[] {
  const kinds = [...Map.groupBy(strange, (kind) => kind)].map(([kind, all]) => `${kind} (${all.length})`)
  const reasons = [
    ...(hasStart ? [] : ['its first line is missing, with the folder that the session worked in']),
    ...(unplaced === 0
      ? []
      : [
          `${formatCountWithNoun(unplaced, 'compaction names a message', 'compactions name messages')} not in the file: what was kept is worked out from how many were left out`,
        ]),
    ...(kinds.length === 0
      ? []
      : [
          `${formatCountWithNoun(strange.length, 'line', 'lines')} of unknown kinds ${strange.length === 1 ? 'was' : 'were'} left out: ${kinds.join(', ')}`,
        ]),
  ]
  return reasons.map((reason) => ({ file, place: '', reason, severity: 'warning' }))
}
