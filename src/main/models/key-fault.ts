/**
 * Says what is wrong with a trimmed key, without repeating any of it; an empty string where nothing is. Keys travel
 * in a header, so a line break could smuggle in another one.
 */
export function keyFault(key: string, subject: string): string {
  if (key === '') return `${subject} is empty.`
  if (/\s/.test(key)) return `${subject} holds a space or a line break, which no key does. Copy it again.`
  if (!/^[\x21-\x7e]+$/.test(key))
    return `${subject} holds a character that no key has (keys are ASCII). Copy it again.`
  return ''
}
