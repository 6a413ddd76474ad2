import type { Part } from '../../../shared/domain/part.ts'
import { elementText } from '../history/split-assistant-text.ts'
import { callInput } from './call-input.ts'

/**
 * Items of the agent's last to-do list that are not done: of Roo's `update_todo_list`, or of the `task_progress` that
 * Cline puts into calls of any tool.
 */
export function findOpenTasks(parts: readonly (readonly Part[])[]): string[] {
  const last = parts
    .flat()
    .filter((part) => part.kind === 'tool-call')
    .map(listIn)
    .findLast((list) => list !== undefined && item.test(list))
  return [...(last ?? '').matchAll(items)].map(
    ([, mark, text]) => `${(text ?? '').trim()}${mark === '-' ? ' (in progress)' : ''}`,
  )
}

/** A list has items, done or not: an empty one replaces none. */
const item = /\[[ xX-]\]\s*\S/
const items = /\[( |-)\]\s*([^\n"]+)/g

function listIn(call: Part): string | undefined {
  if (call.toolName === 'update_todo_list') {
    return call.holder === 'input' ? call.text.replaceAll(String.raw`\n`, '\n') : call.text
  }
  if (!call.text.includes('task_progress')) return undefined
  if (call.holder !== 'input') return elementText(call.text, 0, call.text.length, 'task_progress')
  const progress = callInput(call)?.['task_progress']
  return typeof progress === 'string' ? progress : undefined
}
