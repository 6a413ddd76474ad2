import type { Part } from '../../../shared/domain/part.ts'
import { elementText } from '../history/split-assistant-text.ts'
import { callInput } from './call-input.ts'
import { sentencesOf } from './sentences.ts'

const decision =
  /\b(?:decided|decide to|I(?:['’]ll| will) use|we(?:['’]ll| will) use|chose|choose|instead of|because|the (?:root )?cause|root cause|solution is|fixed by|going with|switch(?:ed|ing) to|rolled? back|revert(?:ed|ing)?)\b|(?:^|\s)(?:décidé|cause racine|la solution|à la place|parce que|je vais utiliser)(?![\p{L}])/iu

/** Sentences in which the assistant settled something, each once, in order. */
export function findDecisions(parts: readonly (readonly Part[])[]): string[] {
  const found = new Set<string>()
  for (const part of parts.flat()) {
    if (part.kind !== 'assistant-text') continue
    for (const sentence of sentencesOf(part.text)) if (decision.test(sentence)) found.add(sentence)
  }
  return [...found]
}

const errorLine =
  /(?:\b(?:error|exception|failed|failure|fatal|cannot|denied|not found|traceback)\b|✗|×|\bE[A-Z]{4,}\b)/i
/** Lines that speak of errors to say that there were none. */
const goodNews = /^(?:✓|✔|√|PASS\b|ok\b)|\b(?:no|0|without)\s+(?:\w+\s+)?(?:errors?|failures?)\b/i
const mostPerResult = 3

/** Lines in which tools said what went wrong, each once, in order. Whole lines, cut at 240 characters. */
export function findErrors(parts: readonly (readonly Part[])[]): string[] {
  const found = new Set<string>()
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-result' || part.isHeader === true || part.path !== undefined) continue
    let taken = 0
    for (const line of part.text.split('\n')) {
      if (taken === mostPerResult) break
      const trimmed = line.trim()
      if (trimmed.length < 8 || !errorLine.test(trimmed) || goodNews.test(trimmed)) continue
      found.add(trimmed.slice(0, 240))
      taken += 1
    }
  }
  return [...found]
}

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
