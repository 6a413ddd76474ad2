/** What a tool probably does, going by its name and by what it is given. */
export type ToolEffect = 'changes' | 'removes' | 'moves' | 'copies' | 'reads' | 'runs' | 'other'

const effects: readonly (readonly [ToolEffect, RegExp])[] = [
  ['runs', /^(?:command|commands|cmd|shell|bash|terminal|exec|powershell|process)$/],
  ['moves', /^(?:move|rename|mv)$/],
  ['copies', /^(?:copy|cp|duplicate)$/],
  ['removes', /^(?:delete|remove|rm|unlink|erase|trash)$/],
  [
    'changes',
    /^(?:write|edit|edited|multiedit|create|created|replace|patch|insert|update|modify|save|append|prepend|overwrite|put|add|change|rewrite|apply|touch|upsert|refactor|new|store|generate|format|push|upload|download|export|make)$/,
  ],
  [
    'reads',
    /^(?:read|view|cat|open|get|list|search|find|fetch|show|grep|glob|ls|head|tail|query|load|browse|describe|inspect|stat|tree|lint|diagnostics)$/,
  ],
]

/** Arguments that hold what becomes of a file. */
const contentKeys =
  /^(?:contents?|text|file_?text|new_?(?:str|string|text|source|content)|diffs?|patch|edits|replace(?:ment)?|code|code_?edit)$/i
/** Arguments by which one tool offers several actions. */
const actionKeys = ['command', 'action', 'operation', 'mode', 'method']

/**
 * Guesses by the words of a name, whichever way they are put together, and where those say nothing by the arguments: a
 * tool that is given content beside a file changes it. For tools that nobody has listed; a guess is no proof.
 */
export function guessToolEffect(toolName: string, input: Readonly<Record<string, unknown>>): ToolEffect {
  const words = splitNameWords(toolName)
  const byName = findEffect(words)
  if (byName === 'runs') return 'runs'
  if (words.some((word) => /^(?:director(?:y|ies)|folders?|dirs?|todos?|tasks?|memory|plan)$/.test(word)))
    return byName === 'reads' ? 'reads' : 'other'
  const action = actionKeys.map((key) => input[key]).find((value) => typeof value === 'string')
  // One word: a longer value is a command or a text.
  const byAction = action !== undefined && /^\w+$/.test(action) ? findEffect(splitNameWords(action)) : 'other'
  if (byAction !== 'other' && byAction !== 'runs') return byAction
  const hasContent = Object.keys(input).some((key) => contentKeys.test(key))
  return byName === 'other' && hasContent ? 'changes' : byName
}

function findEffect(words: readonly string[]): ToolEffect {
  return effects.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0] ?? 'other'
}

/** Whether an argument holds the text of a file and not its name. */
export function isContentKey(key: string): boolean {
  return contentKeys.test(key)
}

/** Words of a name in camelCase, snake_case or kebab-case, in small letters. */
export function splitNameWords(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
}
