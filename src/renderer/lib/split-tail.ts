/**
 * A sentence in two: what may be cut off, and its last words of at most `longest` characters, which may not. The tail
 * begins with its space, and is empty where the last word alone is longer.
 */
export function splitTail(sentence: string, longest: number): readonly [string, string] {
  const at = sentence.indexOf(' ', Math.max(0, sentence.length - longest))
  return at === -1 ? [sentence, ''] : [sentence.slice(0, at), sentence.slice(at)]
}
