import type { Part } from '../../../shared/domain/part.ts'
import { sentencesOf } from './sentences.ts'

/**
 * Words by which people lay down what must hold, in English, French, German and Spanish. Precise before broad: a
 * plain "should" or "please" is a wish, not a constraint.
 */
const markers = new RegExp(
  [
    /\b(?:never|must(?:n['’]t)?|only|don['’]t|do not|does not|cannot|can['’]t|always|without (?:changing|touching|breaking)|keep (?:it|the|all)|stay on|not allowed|required?|forbidden|no new)\b/,
    /(?:^|[\s'’])(?:jamais|ne pas|uniquement|seulement|doit|doivent|dois|interdit|obligatoire(?:ment)?|toujours|sans (?:modifier|toucher|casser))(?![\p{L}])/u,
    /\b(?:niemals|nur|darf nicht|muss|müssen|immer)\b/,
    /\b(?:nunca|solo|debe|siempre|no debes?)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iu',
)

/** What the user laid down, sentence by sentence as written, each once, in order. */
export function findConstraints(parts: readonly (readonly Part[])[]): string[] {
  const found = new Set<string>()
  for (const part of parts.flat()) {
    if (part.kind !== 'user-text') continue
    for (const sentence of sentencesOf(part.text)) {
      if (markers.test(sentence)) found.add(sentence)
    }
  }
  return [...found]
}
