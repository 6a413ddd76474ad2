import type { Part } from '../../../shared/domain/part.ts'
import { elementText } from '../history/split-assistant-text.ts'
import { toolPurpose } from '../history/tool-catalogue.ts'
import { callInput, type CallInput, namedCall } from './call-input.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** An item of a to-do list as the agent wrote it. */
export type ToDoItem = { readonly text: string; readonly state: 'open' | 'begun' | 'done' }

/**
 * Items of the agent's last to-do list that are not done: of the to-do and plan tools of each agent, of the tasks that
 * Claude Code keeps one by one, or of the `task_progress` that Cline puts into calls of any tool.
 */
export function findOpenTasks(parts: readonly (readonly Part[])[]): string[] {
  return lastToDoList(parts).flatMap(({ text, state }) =>
    state === 'done' ? [] : `${text}${state === 'begun' ? ' (in progress)' : ''}`,
  )
}

/** The agent's last to-do list, done items too; empty where it kept none. */
export function lastToDoList(parts: readonly (readonly Part[])[]): readonly ToDoItem[] {
  const all = parts.flat()
  const kept = new KeptTasks(all)
  let last: readonly ToDoItem[] = []
  for (const part of all) {
    if (part.kind !== 'tool-call') continue
    // An empty list replaces none.
    const items = kept.after(part) ?? listIn(part)
    if (items !== undefined && items.length > 0) last = items
  }
  return last
}

/** Tasks that are made and changed by calls of their own, by their ids. */
class KeptTasks {
  private readonly items = new Map<string, ToDoItem>()
  private readonly resultOf: ReadonlyMap<string, string>

  constructor(parts: readonly Part[]) {
    this.resultOf = new Map(
      parts.flatMap(({ kind, toolCallId, text }) =>
        kind === 'tool-result' && toolCallId !== undefined ? [[toolCallId, text]] : [],
      ),
    )
  }

  /** All of them after a call that makes or changes one; undefined for other calls. */
  after(call: Part): readonly ToDoItem[] | undefined {
    const input = callInput(call)
    if (input === undefined) return undefined
    if (call.toolName === 'TaskCreate') this.make(call, input)
    else if (call.toolName === 'TaskUpdate') this.change(input)
    else return undefined
    return [...this.items.values()]
  }

  private make({ toolCallId = '' }: Part, input: CallInput): void {
    const text = textOf(input)
    // The result names the task; without one it is the next.
    const id = /#(\d+)/.exec(this.resultOf.get(toolCallId) ?? '')?.[1] ?? String(this.items.size + 1)
    if (text !== undefined) this.items.set(id, { text, state: 'open' })
  }

  private change(input: CallInput): void {
    const id = stringOf(input['taskId'])
    const item = this.items.get(id)
    if (item === undefined) return
    if (input['status'] === 'deleted') this.items.delete(id)
    else {
      const state = input['status'] === undefined ? item.state : stateOf(input['status'])
      this.items.set(id, { text: textOf(input) ?? item.text, state })
    }
  }
}

function listIn(call: Part): readonly ToDoItem[] | undefined {
  const { name, input } = namedCall(call)
  if (toolPurpose(name) === 'plan' || toolPurpose(call.toolName) === 'plan') {
    if (call.holder !== 'input') return markedItems(call.text)
    // A call that was cut off is no JSON any more.
    if (input === undefined) return markedItems(call.text.replaceAll(String.raw`\n`, '\n'))
    // What is said beside a list may hold marks too.
    const values = Object.values(input).toSorted(
      (a, b) => Number(Array.isArray(b)) - Number(Array.isArray(a)),
    )
    return values.map(itemsIn).find((items) => items.length > 0)
  }
  if (!call.text.includes('task_progress')) return undefined
  if (call.holder !== 'input')
    return markedItems(elementText(call.text, 0, call.text.length, 'task_progress') ?? '')
  const progress = input?.['task_progress']
  return typeof progress === 'string' ? markedItems(progress) : undefined
}

function itemsIn(value: unknown): readonly ToDoItem[] {
  if (typeof value === 'string') return markedItems(value)
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown): readonly ToDoItem[] => {
    if (typeof item !== 'object' || item === null) return []
    // An object that is no array has string keys.
    const fields = item as CallInput
    const text = textOf(fields)
    return text === undefined || fields['status'] === undefined
      ? []
      : [{ text, state: stateOf(fields['status']) }]
  })
}

function textOf(fields: CallInput): string | undefined {
  const texts = ['content', 'step', 'subject', 'title', 'description', 'text', 'task'].map(
    (key) => fields[key],
  )
  return texts
    .find((text) => typeof text === 'string' && text.trim() !== '')
    ?.toString()
    .trim()
}

function stateOf(status: unknown): ToDoItem['state'] {
  if (status === 'in_progress' || status === 'in-progress') return 'begun'
  return status === 'pending' || status === 'open' || status === 'todo' || status === 'not-started'
    ? 'open'
    : 'done'
}

function markedItems(list: string): readonly ToDoItem[] {
  return [...list.matchAll(/\[([ xX-])\]\s*([^\n"]+)/g)].flatMap(([, mark = '', rest = '']) => {
    const text = rest.trim()
    return text === '' ? [] : [{ text, state: mark === ' ' ? 'open' : mark === '-' ? 'begun' : 'done' }]
  })
}
