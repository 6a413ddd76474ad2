import type { Part } from '../../../shared/kernel/part.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { readElementText } from '../../kernel/history/split-assistant-text.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import { readCallInput, type CallInput, readNamedCall } from './read-call-input.ts'

/** An item of a to-do list as the agent wrote it. */
export type ToDoItem = { readonly text: string; readonly state: 'open' | 'begun' | 'done' }

/**
 * Items of the agent's last to-do list that are not done: of the to-do and plan tools of each agent, of the tasks that
 * Claude Code keeps one by one, or of the `task_progress` that Cline puts into calls of any tool.
 */
export function findOpenTasks(parts: readonly (readonly Part[])[]): string[] {
  return findLastToDoList(parts).flatMap(({ text, state }) =>
    state === 'done' ? [] : `${text}${state === 'begun' ? ' (in progress)' : ''}`,
  )
}

/** The agent's last to-do list, done items too; empty where it kept none. */
export function findLastToDoList(parts: readonly (readonly Part[])[]): readonly ToDoItem[] {
  const all = parts.flat()
  const kept = new KeptTasks(all)
  let last: readonly ToDoItem[] = []
  for (const part of all) {
    if (part.kind !== 'tool-call') continue
    // An empty list replaces none.
    const items = kept.after(part) ?? readToDoList(part)
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
    const input = readCallInput(call)
    if (input === undefined) return undefined
    if (call.toolName === 'TaskCreate') this.make(call, input)
    else if (call.toolName === 'TaskUpdate') this.change(input)
    else return undefined
    return [...this.items.values()]
  }

  private make({ toolCallId = '' }: Part, input: CallInput): void {
    const text = readItemText(input)
    // The result names the task; without one it is the next.
    const id = /#(\d+)/.exec(this.resultOf.get(toolCallId) ?? '')?.[1] ?? String(this.items.size + 1)
    if (text !== undefined) this.items.set(id, { text, state: 'open' })
  }

  private change(input: CallInput): void {
    const id = toSafeString(input['taskId'])
    const item = this.items.get(id)
    if (item === undefined) return
    if (input['status'] === 'deleted') this.items.delete(id)
    else {
      const state = input['status'] === undefined ? item.state : readItemState(input['status'])
      this.items.set(id, { text: readItemText(input) ?? item.text, state })
    }
  }
}

function readToDoList(call: Part): readonly ToDoItem[] | undefined {
  const { name, input } = readNamedCall(call)
  if (findToolPurpose(name) === 'plan' || findToolPurpose(call.toolName) === 'plan') {
    if (call.holder !== 'input') return readMarkedItems(call.text)
    // A call that was cut off is no JSON any more.
    if (input === undefined) return readMarkedItems(call.text.replaceAll(String.raw`\n`, '\n'))
    // What is said beside a list may hold marks too.
    const values = Object.values(input).toSorted(
      (a, b) => Number(Array.isArray(b)) - Number(Array.isArray(a)),
    )
    return values.map(readToDoItems).find((items) => items.length > 0)
  }
  if (!call.text.includes('task_progress')) return undefined
  if (call.holder !== 'input')
    return readMarkedItems(readElementText(call.text, 0, call.text.length, 'task_progress') ?? '')
  const progress = input?.['task_progress']
  return typeof progress === 'string' ? readMarkedItems(progress) : undefined
}

function readToDoItems(value: unknown): readonly ToDoItem[] {
  if (typeof value === 'string') return readMarkedItems(value)
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown): readonly ToDoItem[] => {
    if (typeof item !== 'object' || item === null) return []
    // An object that is no array has string keys.
    const fields = item as CallInput
    const text = readItemText(fields)
    return text === undefined || fields['status'] === undefined
      ? []
      : [{ text, state: readItemState(fields['status']) }]
  })
}

function readItemText(fields: CallInput): string | undefined {
  const texts = ['content', 'step', 'subject', 'title', 'description', 'text', 'task'].map(
    (key) => fields[key],
  )
  return texts
    .find((text) => typeof text === 'string' && text.trim() !== '')
    ?.toString()
    .trim()
}

function readItemState(status: unknown): ToDoItem['state'] {
  if (status === 'in_progress' || status === 'in-progress') return 'begun'
  return status === 'pending' || status === 'open' || status === 'todo' || status === 'not-started'
    ? 'open'
    : 'done'
}

function readMarkedItems(list: string): readonly ToDoItem[] {
  return [...list.matchAll(/\[([ xX-])\]\s*([^\n"]+)/g)].flatMap(([, mark = '', rest = '']) => {
    const text = rest.trim()
    return text === '' ? [] : [{ text, state: mark === ' ' ? 'open' : mark === '-' ? 'begun' : 'done' }]
  })
}
