const texts = /"(?:text|content)"\s*:\s*"((?:[^"\\]|\\.)*)/g

/**
 * What agents write before the first words of a person: who they are, rules, surroundings, and notes on commands. Their tags
 * have names of two words, as `<apps_instructions>`; those that begin with "user" hold what the person says.
 */
const ofAgent =
  /^\s*(?:You are |# AGENTS\.md |<(?:permissions|user_instructions|(?!user)[a-z]{1,30}[-_][a-z_-]{1,40})[\s>])/

/** What a Codex session begins with says who the agent is, and is many pages long. */
const instructions = /"base_instructions"\s{0,9}:\s{0,9}\{\s{0,9}$/

/** Whether a text is what an agent writes before the first words of a person. */
export function isOfAgent(text: string): boolean {
  return text === '' || ofAgent.test(text)
}

/**
 * The first text in the beginning of a JSON file, which may be cut anywhere: that of the first message in a history
 * and in the record of a chat window alike. What an agent wrote before the words of a person is passed over where they
 * are in reach. Empty where there is none, and where only the instructions of Codex are.
 */
export function findFirstText(head: string): string {
  let first: string | null = null
  for (const { 1: raw = '', index } of head.matchAll(texts)) {
    const text = unescapeJson(raw)
    if (!ofAgent.test(text) && text.trim() !== '') return text
    if (!instructions.test(head.slice(Math.max(0, index - 60), index))) first ??= text
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
