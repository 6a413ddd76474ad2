const text = /"(?:text|content)"\s*:\s*"((?:[^"\\]|\\.)*)/

/**
 * The first text in the beginning of a JSON file, which may be cut anywhere: that of the first message in a history
 * and in the record of a chat window alike. Empty where there is none.
 */
export function firstText(head: string): string {
  const raw = text.exec(head)?.[1]
  if (raw === undefined) return ''
  // The head may end within an escape, or the file may hold line breaks that JSON does not allow.
  const whole = raw.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '').replaceAll('\n', '\\n')
  try {
    return String(JSON.parse(`"${whole}"`))
  } catch {
    return whole
  }
}
