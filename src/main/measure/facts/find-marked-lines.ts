import type { Part } from '../../../shared/kernel/part.ts'
import { splitSentences } from './sentences.ts'

const decision =
  /\b(?:decided|decide to|I(?:['’]ll| will) use|we(?:['’]ll| will) use|chose|choose|instead of|because|the (?:root )?cause|root cause|solution is|fixed by|going with|switch(?:ed|ing) to|rolled? back|revert(?:ed|ing)?)\b|(?:^|\s)(?:décidé|cause racine|la solution|à la place|parce que|je vais utiliser)(?![\p{L}])/iu

/** Sentences in which the assistant settled something, each once, in order. */
export function findDecisions(parts: readonly (readonly Part[])[]): string[] {
  const found = new Set<string>()
  for (const part of parts.flat()) {
    if (part.kind !== 'assistant-text') continue
    for (const sentence of splitSentences(part.text)) if (decision.test(sentence)) found.add(sentence)
  }
  return [...found]
}

const errorLine =
  /(?:\b(?:\w*error|\w*exception|failed|failure|fatal|cannot|denied|not found|traceback)\b|✗|×|\bE[A-Z]{4,}\b)/i
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
