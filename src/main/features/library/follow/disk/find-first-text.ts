const texts = /"(?:text|content)"\s*:\s*"((?:[^"\\]|\\.)*)/g

/** What agents write before the first words of a person: who they are, rules, surroundings, and notes on commands. */
const ofAgent =
  /^\s*(?:You are |# AGENTS\.md |<(?:permissions|local-command|command-(?:name|message)|environment_|user_instructions|system-reminder|collaboration_mode|skills_instructions))/

/**
 * The first text in the beginning of a JSON file, which may be cut anywhere: that of the first message in a history
 * and in the record of a chat window alike. What an agent wrote before the words of a person is passed over where they
 * are in reach. Empty where there is none.
 */
export function findFirstText(head: string): string {
  let first: string | null = null
  for (const [, raw = ''] of head.matchAll(texts)) {
    const text = unescapeJson(raw)
    if (!ofAgent.test(text) && text.trim() !== '') return text
    first ??= text
  }
  return first ?? ''
}

function unescapeJson(raw: string): string {
  // The head may end within an escape, or the file may hold line breaks that JSON does not allow.
  const whole = raw.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '').replaceAll('\n', '\\n')
  try {
    return String(JSON.parse(`"${whole}"`))
  } catch {
    return whole
  }
}
