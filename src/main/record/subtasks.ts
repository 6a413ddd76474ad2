import type { Part } from '../../shared/kernel/part.ts'

/** Tools with which agents hand work to a task of its own, which has a record and an id. */
const delegatingTools: ReadonlySet<string> = new Set(['new_task', 'newTask'])

/** How Roo and its relatives begin what comes back from a subtask. */
const outcome = /^\s*Subtask (\S{1,100}) (?:completed|abstained|failed|was cancelled)\./

/** A call that handed work to another task, or to an agent within this one. */
export type Subtask = {
  readonly messageIndex: number
  readonly toolName: string
  /** The task that does it, by the id of the agent; null where nothing names it. */
  readonly childId: string | null
}

/** Tools with which agents hand work to another task, and those to others within this one. */
const subtaskTools: ReadonlySet<string> = new Set([...delegatingTools, 'use_subagents', 'Task', 'Agent'])

/** The calls of a history that hand work on, in its order. `childIds` are the subtasks that the record names. */
export function findSubtasks(
  parts: readonly (readonly Part[])[],
  childIds: readonly string[],
): readonly Subtask[] {
  const children = findSubtaskChildren(parts, childIds)
  return parts.flatMap((own, messageIndex) =>
    own
      .filter(({ kind, toolName }) => kind === 'tool-call' && subtaskTools.has(toolName ?? ''))
      .map((part) => ({
        messageIndex,
        toolName: part.toolName ?? '',
        childId: children.get(part) ?? null,
      })),
  )
}

type Handover = { readonly part: Part; readonly messageIndex: number }

/**
 * The tasks that calls handed work to, by the part of the call: as their results name them; else in the order in which
 * the record names those that are left, where these are as many. Calls that failed began none.
 */
function findSubtaskChildren(
  parts: readonly (readonly Part[])[],
  childIds: readonly string[],
): ReadonlyMap<Part, string> {
  const calls = parts
    .flatMap((own, messageIndex) => own.map((part): Handover => ({ part, messageIndex })))
    .filter(({ part: { kind, toolName } }) => kind === 'tool-call' && delegatingTools.has(toolName ?? ''))
  const known = new Map<Part, string>()
  const open: Part[] = []
  calls.forEach(({ part, messageIndex }, at) => {
    const collectAnswersUntil = (other: Handover | undefined): readonly Part[] =>
      parts.slice(messageIndex + 1, (other?.messageIndex ?? parts.length - 1) + 1).flat()
    // Calls of one message have their results beside each other.
    const own = collectAnswersUntil(
      calls.slice(at + 1).find((other) => other.messageIndex > messageIndex),
    ).filter(({ toolCallId }) => part.toolCallId !== undefined && toolCallId === part.toolCallId)
    const said = collectAnswersUntil(calls[at + 1]).filter(({ kind }) => kind === 'user-text')
    const id = findNamedTask(own) ?? findNamedTask(said)
    if (id !== undefined) known.set(part, id)
    else if (!own.some(({ isError }) => isError === true)) open.push(part)
  })
  const named = new Set(known.values())
  const left = childIds.filter((id) => !named.has(id))
  if (left.length === open.length) left.forEach((id, at) => open[at] !== undefined && known.set(open[at], id))
  return known
}

function findNamedTask(parts: readonly Part[]): string | undefined {
  return parts.map(({ text }) => outcome.exec(text)?.[1]).find((id) => id !== undefined)
}
