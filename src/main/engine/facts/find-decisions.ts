import type { Part } from '../../../shared/domain/part.ts'
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
