/** How texts begin and end that Codex itself puts among the messages of the person, in lower case. */
const fragments: readonly (readonly [string, string])[] = [
  ['# agents.md instructions', '</instructions>'],
  ...[
    'environment_context',
    'user_instructions',
    'additional_context',
    'extension_context',
    'skill',
    'turn_aborted',
    'subagents',
    'subagent_notification',
    'goal_context',
    'recommended_plugins',
  ].map((tag) => [`<${tag}>`, `</${tag}>`] as const),
  ['<codex_internal_context', '</codex_internal_context>'],
  ['<hook_prompt', '</hook_prompt>'],
  ['warning: the maximum number of unified exec processes', ''],
  ['warning: apply_patch was requested via', ''],
]

/** Commands that the person ran with `!`: no turn of their own, but not words of the agent either. */
const shellCommand: readonly [string, string] = ['<user_shell_command>', '</user_shell_command>']

/** Whether Codex wrote a text of a user message and not the person (its `contextual_user_message.rs`). */
export function isFragment(text: string): boolean {
  return fragments.some((marks) => isMarked(text, marks))
}

/** Whether a text of a user message begins no turn. */
export function isContextual(text: string): boolean {
  return isFragment(text) || isMarked(text, shellCommand)
}

/** How parts of developer messages begin that say what has changed for a turn. */
const turnContext =
  /^\s*<(?:permissions instructions|model_switch|collaboration_mode|multi_agent_mode|realtime_conversation|skills_instructions|personality_spec|token_budget\w*|context_window\w*|rollout_budget)>/i

/** Whether a text of a developer message goes with the turn that follows it. */
export function isTurnContext(text: string): boolean {
  return turnContext.test(text)
}

/** Texts of a prompt but for those that stand for an image: marks of its beginning and its end, and what is between them. */
export function dropImageMarks(texts: readonly string[]): readonly string[] {
  let isInside = false
  return texts.filter((text) => {
    if (/^\s*<image\b[^>]*>\s*$/.test(text)) isInside = true
    if (!isInside) return true
    isInside = !/^\s*<\/image>\s*$/.test(text)
    return false
  })
}

function isMarked(text: string, [start, end]: readonly [string, string]): boolean {
  const from = text.length - text.trimStart().length
  if (text.slice(from, from + start.length).toLowerCase() !== start) return false
  const to = text.trimEnd().length
  return text.slice(Math.max(0, to - end.length), to).toLowerCase() === end
}
