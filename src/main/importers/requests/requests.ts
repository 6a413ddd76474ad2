import type { ImportProblem } from '../../../shared/domain/task.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { firstLine } from '../details/first-line.ts'
import type { FileHead } from '../file-head.ts'
import type { ImportFormat, SessionHead } from '../format.ts'
import { ImportFailure } from '../import-failure.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { isRecord } from '../json/read-json.ts'
import { chooseSession } from '../session/choose-session.ts'
import { sessionTask } from '../session/session-task.ts'
import { callOf, isAnswerAlone, type Call } from './call.ts'
import {
  conversationsIn,
  firstWords,
  lastTs,
  type Conversation,
  type Conversations,
} from './conversations.ts'
import { exchangesInHead, exchangesOf, isCassette, type Exchanges } from './exchanges.ts'
import { readConversation } from './read-session.ts'

/** So many records of a file are looked at before it is taken for something else. */
const mostLookedAt = 20

/** Requests to a model as they were recorded: one, a log of many, or the traffic of a browser or a test. */
export const requests: ImportFormat = {
  id: 'requests',
  version: 5,
  label: 'Model requests',
  endings: ['.json', '.jsonl', '.ndjson', '.har', '.yaml', '.yml'],
  recognises: (head) => isLog(head),
  detect: (source) => {
    const head = source.head()
    if (head === null || source.files.length !== 1) return false
    // Of a HAR file without such requests it is to be said that there are none.
    return isLog(head) || isHar(head) || holdsCalls(exchangesOf(source).exchanges)
  },
  sessions: {
    isIn: (head) =>
      isHar(head) || isCassette(head) || head.values.length > 1 || Array.isArray(head.values[0]),
    list: async (source) => {
      const { conversations } = readLog(source)
      return conversations.length < 2 ? null : conversations.map(headOf)
    },
  },
  read: (source) => {
    const log = readLog(source)
    const { conversations, problems } = log
    const conversation = chosen(source, conversations)
    const others = conversations.length - 1
    return sessionTask(source, {
      format: 'requests',
      agent: null,
      session: readConversation(conversation),
      reading: { problems },
      title: null,
      workspace: null,
      relations: { parentId: null, childIds: [] },
      problems:
        source.session !== null || others === 0
          ? []
          : [
              {
                file: source.only().name,
                place: '',
                reason: `it also holds ${countOf(others, 'other conversation')}, which ${others === 1 ? 'is' : 'are'} opened by a # and a number at the end of the path`,
                severity: 'warning',
              },
            ],
    })
  },
}

function isLog(head: FileHead): boolean {
  if (isCassette(head)) return /\b(?:messages|contents|input)\b/.test(head.text)
  return holdsCalls(exchangesInHead(head))
}

function isHar({ values: [first] }: FileHead): boolean {
  const log = isRecord(first) ? first['log'] : null
  return isRecord(log) && Array.isArray(log['entries'])
}

function holdsCalls(exchanges: Exchanges['exchanges']): boolean {
  return exchanges.slice(0, mostLookedAt).some((one) => callOf(one) !== null || isAnswerAlone(one))
}

type Log = Conversations & Readonly<{ problems: readonly ImportProblem[] }>

function readLog(source: ParsedSource): Log {
  const { exchanges, problems } = exchangesOf(source)
  const file = source.only().name
  const calls: Call[] = []
  const answersAlone: number[] = []
  for (const exchange of exchanges) {
    const call = callOf(exchange)
    if (call !== null) calls.push(call)
    else if (isAnswerAlone(exchange)) answersAlone.push(exchange.line)
  }
  const { conversations, elsewhere } = conversationsIn(calls)
  const named = [
    ...problemOf(
      file,
      elsewhere,
      'goes on from a response that the server keeps, and what stands before it is not in the file',
    ),
    ...problemOf(file, answersAlone, 'was recorded without what it sent'),
  ]
  if (conversations.length === 0) fail(source, [...problems, ...named])
  return { conversations, elsewhere, problems: [...problems, ...named] }
}

function problemOf(file: string, lines: readonly number[], reason: string): readonly ImportProblem[] {
  const [first] = lines
  if (first === undefined) return []
  const more = lines.length - 1
  return [
    {
      file,
      place: `record ${first}`,
      reason: `a call of a model ${reason}${more === 0 ? '' : ` (and ${countOf(more, 'more call')} likewise)`}`,
      severity: 'error',
    },
  ]
}

function fail(source: ParsedSource, problems: readonly ImportProblem[]): never {
  throw new ImportFailure({
    code: 'history-missing',
    message: `${source.name} holds no request to a model that can be read${problems[0] === undefined ? '' : `: ${problems[0].reason}`}`,
    where: source.path || source.name,
    hint: 'Record the bodies of the requests too, whole and in their order.',
    problems,
  })
}

/** The conversation that the path names, else the one that all others are but short calls beside. */
function chosen(source: ParsedSource, conversations: readonly Conversation[]): Conversation {
  const byLength = conversations.toSorted((a, b) => b.turns.length - a.turns.length)
  const [longest, second] = byLength
  if (source.session === null && longest !== undefined) {
    const isMain =
      second === undefined || (longest.turns.length > 2 && longest.turns.length >= second.turns.length * 3)
    if (isMain) return longest
  }
  const key = chooseSession(source, {
    has: (wanted) => conversations.some((one) => one.key === wanted),
    all: () => conversations.map(headOf),
  })
  return conversations.find((one) => one.key === key) ?? fail(source, [])
}

function headOf(conversation: Conversation): SessionHead {
  const { key, turns } = conversation
  const last = turns.at(-1)
  return {
    key,
    title: firstLine(firstWords(conversation)) || null,
    stamp: [turns.length, last?.history.length, last?.answer === null].join(' '),
    lastActivityTs: lastTs(conversation),
  }
}
