import { findMessageTime } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { ImportProblem, TaskFormat, TaskRelations } from '../../../shared/library/task-types.ts'
import { pickLatestTs } from '../details/pick-latest-ts.ts'
import { pickTaskTitle } from '../details/pick-task-title.ts'
import { ImportFailure } from '../import-failure.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { LineReading } from '../json-lines.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { BuiltSession } from './session-builder.ts'

export type SessionFacts = {
  readonly format: TaskFormat
  readonly agent: string | null
  readonly session: BuiltSession
  /** What the file holds, with what of it cannot be read. */
  readonly reading: Pick<LineReading, 'problems'>
  /** As it is recorded; null where the first request is to be it. */
  readonly title: string | null
  readonly workspace: string | null
  readonly relations: TaskRelations
  readonly problems: readonly ImportProblem[]
}

/** The task of a session that a reader has built. Throws `ImportFailure` where it holds no message. */
export function buildSessionTask(source: ParsedSource, facts: SessionFacts): ImportedTask {
  const { format, agent, session, reading, title, workspace, relations } = facts
  const file = source.only()
  const problems = [...file.problems, ...reading.problems, ...facts.problems]
  const { messages, contexts, usage } = session
  if (messages.length === 0) {
    throw new ImportFailure({
      code: 'unreadable',
      message: `${source.name} holds no message${problems[0] === undefined ? '' : `: ${problems[0].reason}`}`,
      where: source.path || source.name,
      hint: 'The file was left as it is. A session without a single message has nothing to show.',
      problems,
    })
  }
  return {
    format,
    path: source.path,
    title: pickTaskTitle(
      title,
      messages.filter(({ isBoilerplate }) => isBoilerplate !== true),
      source.name,
    ),
    agent,
    model: usage.requests.findLast(({ modelId }) => modelId !== undefined)?.modelId ?? null,
    workspace,
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
    usage: withoutStrangeFigures(usage),
    relations,
    problems,
    lastActivityTs: pickLatestTs(
      [...messages.map(findMessageTime), ...usage.requests.map(({ ts }) => ts)],
      file.changedTs,
    ),
    result: null,
  }
}

/** No request has more tokens, and none costs more dollars. */
const mostOfAnything = 1e9

const figureNames: ReadonlySet<string> = new Set([
  'tokensIn',
  'tokensOut',
  'cacheReads',
  'cacheWrites',
  'cacheWrites1h',
  'reasoningTokens',
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
  return figureNames.has(name) && typeof value === 'number' && !(value >= 0 && value <= mostOfAnything)
}
