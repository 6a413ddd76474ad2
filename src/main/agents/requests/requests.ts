import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { Agent, SessionHead } from '../agent.ts'
import { extractFirstLine } from '../details/extract-first-line.ts'
import type { FileHead } from '../file-head.ts'
import { ImportFailure } from '../import-failure.ts'
import { isRecord } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { pickSession } from '../session/choose-session.ts'
import { readCall, isAnswerAlone, type Call } from './call.ts'
import {
  sortIntoConversations,
  readFirstWords,
  findLastTime,
  type Conversation,
  type Conversations,
} from './conversations.ts'
import { readHeadExchanges, readExchanges, isCassette, type Exchanges } from './exchanges.ts'
import { readConversation } from './read-session.ts'

/** So many records of a file are looked at before it is taken for something else. */
const mostLookedAt = 20

/** Requests to a model as they were recorded: one, a log of many, or the traffic of a browser or a test. */
export const requests: Agent = {
  id: 'requests',
  version: 7,
  name: 'Model requests',
  label: 'Model requests',
  endings: ['.json', '.jsonl', '.ndjson', '.har', '.yaml', '.yml'],
  recognises: (head) => isLog(head),
  detect: (source) => {
    const head = source.head()
    if (head === null || source.files.length !== 1) return false
    // Of a HAR file without such requests it is to be said that there are none.
    return isLog(head) || isHar(head) || holdsCalls(readExchanges(source).exchanges)
  },
  sessions: {
    canHoldSeveral: (head) =>
      isHar(head) || isCassette(head) || head.values.length > 1 || Array.isArray(head.values[0]),
    list: async (source) => {
      const { conversations } = readLog(source)
      return conversations.length < 2 ? null : conversations.map(buildSessionHead)
    },
  },
  readSession: (source) => {
    const { conversations, problems } = readLog(source)
    const others = conversations.length - 1
    return {
      session: readConversation(chooseConversation(source, conversations)),
      problems,
      remarks:
        source.session !== null || others === 0
          ? []
          : [
              `it also holds ${formatCountWithNoun(others, 'other conversation')}, which ${others === 1 ? 'is' : 'are'} opened by a # and a number at the end of the path`,
            ],
    }
  },
}

function isLog(head: FileHead): boolean {
  if (isCassette(head)) return /\b(?:messages|contents|input)\b/.test(head.text)
  return holdsCalls(readHeadExchanges(head))
}

function isHar({ values: [first] }: FileHead): boolean {
  const log = isRecord(first) ? first['log'] : null
  return isRecord(log) && Array.isArray(log['entries'])
}

function holdsCalls(exchanges: Exchanges['exchanges']): boolean {
  return exchanges.slice(0, mostLookedAt).some((one) => readCall(one) !== null || isAnswerAlone(one))
}

type Log = Conversations & Readonly<{ problems: readonly ImportProblem[] }>

function readLog(source: ParsedSource): Log {
  const { exchanges, problems } = readExchanges(source)
  const file = source.only().name
  const calls: Call[] = []
  const answersAlone: number[] = []
  for (const exchange of exchanges) {
    const call = readCall(exchange)
    if (call !== null) calls.push(call)
    else if (isAnswerAlone(exchange)) answersAlone.push(exchange.line)
  }
  const { conversations, elsewhere } = sortIntoConversations(calls)
  const named = [
    ...buildProblems(
      file,
      elsewhere,
      'goes on from a response that the server keeps, and what stands before it is not in the file',
    ),
    ...buildProblems(file, answersAlone, 'was recorded without what it sent'),
  ]
  if (conversations.length === 0) fail(source, [...problems, ...named])
  return { conversations, elsewhere, problems: [...problems, ...named] }
}

function buildProblems(file: string, lines: readonly number[], reason: string): readonly ImportProblem[] {
  const [first] = lines
  if (first === undefined) return []
  const more = lines.length - 1
  return [
    {
      file,
      place: `record ${first}`,
      reason: `a call of a model ${reason}${more === 0 ? '' : ` (and ${formatCountWithNoun(more, 'more call')} likewise)`}`,
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
function chooseConversation(source: ParsedSource, conversations: readonly Conversation[]): Conversation {
  const byLength = conversations.toSorted((a, b) => b.turns.length - a.turns.length)
  const [longest, second] = byLength
  if (source.session === null && longest !== undefined) {
    const isMain =
      second === undefined || (longest.turns.length > 2 && longest.turns.length >= second.turns.length * 3)
    if (isMain) return longest
  }
  return pickSession(source, conversations, buildSessionHead)
}

function buildSessionHead(conversation: Conversation): SessionHead {
  const { key, turns } = conversation
  const last = turns.at(-1)
  return {
    key,
    title: extractFirstLine(readFirstWords(conversation)) || null,
    stamp: [turns.length, last?.history.length, last?.answer === null].join(' '),
    lastActivityTs: findLastTime(conversation),
  }
}
