import { findMessageTime } from '../../../shared/kernel/message.ts'
import type { RecordedUsage, SessionTotals } from '../../../shared/kernel/usage.ts'
import type { ImportProblem, TaskOutcome } from '../../../shared/library/task-types.ts'
import { lightenMessage } from '../../platform/files/text-shelf.ts'
import type { Agent, SessionHead } from '../agent.ts'
import { pickLatestTs } from '../details/pick-latest-ts.ts'
import { pickTaskTitle } from '../details/pick-task-title.ts'
import { ImportFailure } from '../import-failure.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { BuiltSession } from './session-builder.ts'

/** What a reader found in a session. What is left out, or null, nobody recorded. */
export type ReadSession = Readonly<{
  session: BuiltSession
  /** Whose it is, where the format does not tell. */
  agent?: string | null
  /** Null where the first request is to be it. */
  title?: string | null
  workspace?: string | null
  /** The model that it was given; else the one that answered last. */
  model?: string | null
  /** The model of its settings, for a session whose requests name none. */
  usualModel?: string | null
  parentId?: string | null
  childIds?: readonly string[]
  outcome?: TaskOutcome | undefined
  /** Sessions of subagents that lie in its file. */
  subagents?: readonly SessionHead[]
  /** What the agent recorded of the session as a whole. */
  totals?: SessionTotals
  usage?: Pick<RecordedUsage, 'apartUsd' | 'subtasks'>
  /** What of its files cannot be read; of lines those that are damaged, unless it is given. */
  problems?: readonly ImportProblem[]
  /** What else is to be said of it, a sentence each. */
  remarks?: readonly string[]
}>

/** The task of a session that a reader has read. Throws `ImportFailure` where it holds no message. */
export function buildSessionTask(
  source: ParsedSource,
  agent: Pick<Agent, 'id' | 'agent'>,
  read: ReadSession,
): ImportedTask {
  const { session, remarks = [], subagents, outcome } = read
  const file = source.only()
  const problems = [
    ...file.problems,
    ...(read.problems ?? []),
    ...remarks.map((reason) => buildRemark(file.name, reason)),
  ]
  const { contexts } = session
  if (session.messages.length === 0) failWithoutMessage(source, problems)
  const messages = file.pieces === undefined ? session.messages : session.messages.map(lightenMessage)
  const usage = withoutStrangeFigures({ ...session.usage, ...read.usage })
  const model = usage.requests.findLast(({ modelId }) => modelId !== undefined)?.modelId
  return {
    format: agent.id,
    path: source.path,
    title: pickTaskTitle(
      read.title ?? null,
      messages.filter(({ isBoilerplate }) => isBoilerplate !== true),
      source.name,
    ),
    agent: read.agent === undefined ? (agent.agent ?? null) : read.agent,
    model: read.model ?? model ?? read.usualModel ?? null,
    workspace: read.workspace ?? null,
    messages,
    style: {
      indent: null,
      bom: file.bom,
      trailing: '',
      obstacle: 'it is the log of a session, from which the messages were taken',
      fileSha256: file.sha256,
    },
    hiddenRange: null,
    contexts,
    usage: withSessionTotals(usage, read.totals ?? {}),
    relations: { parentId: read.parentId ?? null, childIds: [...(read.childIds ?? [])] },
    ...(outcome === undefined ? {} : { outcome }),
    ...(subagents === undefined ? {} : { subagents }),
    problems,
    lastActivityTs: pickLatestTs(
      [...messages.map(findMessageTime), ...usage.requests.map(({ ts }) => ts)],
      file.changedTs,
    ),
    result: null,
  }
}

/** Something to know of a file that is no damage. */
export function buildRemark(file: string, reason: string, place = ''): ImportProblem {
  return { file, place, reason, severity: 'warning' }
}

function failWithoutMessage(source: ParsedSource, problems: readonly ImportProblem[]): never {
  throw new ImportFailure({
    code: 'unreadable',
    message: `${source.name} holds no message${problems[0] === undefined ? '' : `: ${problems[0].reason}`}`,
    where: source.path || source.name,
    hint: 'The file was left as it is. A session without a single message has nothing to show.',
    problems,
  })
}

/** More than any session has: a damaged figure is none. */
const mostOfSession = 1e12

/** Adds what an agent recorded of the session as a whole; nothing is added for nothing. */
function withSessionTotals(usage: RecordedUsage, totals: SessionTotals): RecordedUsage {
  const known = Object.entries(totals).filter(([, value]) =>
    typeof value === 'number' ? value >= 0 && value <= mostOfSession : value !== undefined,
  )
  return known.length === 0 ? usage : { ...usage, session: Object.fromEntries(known) }
}

/** No request has more tokens, and none costs more dollars. */
const mostOfAnything = 1e9

/** What was sent: where one figure of a call is none, a price of the others would be one of half of it. */
const inputFigures = ['tokensIn', 'cacheReads', 'cacheWrites', 'cacheWrites1h', 'contextTokens', 'innerCalls']
const callFigures = [...inputFigures, 'tokensOut', 'reasoningTokens']
const figureNames: ReadonlySet<string> = new Set([
  ...callFigures,
  'webSearches',
  'costUsd',
  'tokensBefore',
  'tokensAfter',
])

/** The usage without figures that no request can have, which count as not recorded. */
function withoutStrangeFigures(usage: RecordedUsage): RecordedUsage {
  let refused = 0
  const dropStrangeFigures = <Figures extends object>(figures: Figures): Figures => {
    const strange = Object.entries(figures).filter(([name, value]) => isStrange(name, value))
    refused += strange.length
    if (strange.length === 0) return figures
    const names = new Set(strange.map(([name]) => name))
    if (callFigures.some((name) => names.has(name))) for (const name of inputFigures) names.add(name)
    const left = Object.entries(figures).filter(([name]) => !names.has(name))
    // What is left out is optional everywhere.
    return Object.fromEntries(left) as Figures
  }
  const requests = usage.requests.map(dropStrangeFigures)
  const condensations = usage.condensations.map((one) =>
    one.usage === undefined
      ? dropStrangeFigures(one)
      : { ...dropStrangeFigures(one), usage: dropStrangeFigures(one.usage) },
  )
  if (refused === 0) return usage
  return { ...usage, requests, condensations, refusedFigures: (usage.refusedFigures ?? 0) + refused }
}

function isStrange(name: string, value: unknown): boolean {
  if (name === 'innerCalls' && Array.isArray(value))
    return value.some((call) => Object.entries(call).some(([own, figure]) => isStrange(own, figure)))
  return figureNames.has(name) && typeof value === 'number' && !(value >= 0 && value <= mostOfAnything)
}
