import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Agent } from '../agent.ts'
import { pickFileStem } from '../build-session-key.ts'
import { findAgentFolder } from '../discovery/editors.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import { describeStrangeKinds } from '../session/describe-left-out.ts'
import { readSession } from './read-session.ts'
import { readSettings } from './settings.ts'

/** A session of Factory's Droid: one event a line, with its settings and totals in a file beside it. */
export const droid: Agent = {
  id: 'droid',
  version: 2,
  name: 'Droid',
  label: 'Droid session',
  agent: 'droid',
  readSessionId: ({ path }) => pickFileStem(path),
  endings: ['.jsonl'],
  recognises: ({ values }) =>
    values.some((value) => isRecord(value) && (isStart(value) || isMessage(value))) &&
    !values.some((value) => isRecord(value) && value['type'] === 'session'),
  readLines: async ({ records, problems }, source) => {
    const start = records.find(({ value }) => isStart(value))?.value ?? null
    const beside = await source.beside.read(`${pickFileStem(source.only().name)}.settings.json`)
    const settings = readSettings(beside === null ? null : source.json(beside).object)
    // A line that is lost may have been another answer.
    const { session, strange, unplaced } = readSession(records, problems.length === 0 ? settings.sum : {})
    const isKnown = session.usage.requests.every(({ tokensIn }) => tokensIn !== undefined)
    return {
      session,
      title: start === null ? null : readTitle(start),
      workspace: toTextOrNull(start?.['cwd']),
      usualModel: settings.model,
      parentId: toTextOrNull(start?.['callingSessionId']) ?? settings.parentId,
      childIds: settings.childIds,
      totals: isKnown ? {} : settings.totals,
      remarks: listRemarks({ hasStart: start !== null, strange, unplaced }),
    }
  },
  companions: [{ of: '.jsonl', are: ['.settings.json'] }],
  // The variable names the folder in which that of Factory lies.
  places: (machine) => [
    {
      path: findAgentFolder(
        machine,
        { variable: 'FACTORY_HOME_OVERRIDE', usual: '' },
        '.factory',
        'sessions',
      ),
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

function listRemarks({ hasStart, strange, unplaced }: Findings): readonly string[] {
  return [
    ...(hasStart ? [] : ['its first line is missing, with the folder that the session worked in']),
    ...(unplaced === 0
      ? []
      : [
          `${formatCountWithNoun(unplaced, 'compaction names a message', 'compactions name messages')} not in the file: what was kept is worked out from how many were left out`,
        ]),
    ...describeStrangeKinds(strange, 'line', 'lines'),
  ]
}
