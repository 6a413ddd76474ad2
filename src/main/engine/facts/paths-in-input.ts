import { isContentKey, wordsOf } from './tool-effect.ts'

/** Whether an argument of this name says which file is meant: `file_path`, `targetFile`, `paths`, `destination`. */
export function isPathKey(key: string): boolean {
  const words = wordsOf(key)
  return words.some((word) => pathWords.test(word)) && !words.some((word) => otherWords.test(word))
}

const pathWords = /^(?:paths?|files?|filepaths?|filenames?|destinations?|dest|uris?)$/
/** What turns the name of a file into something else. */
const otherWords =
  /^(?:root|cwd|director(?:y|ies)|dir|folder|types?|counts?|size|pattern|glob|contents?|text|id|encoding|mode|max|limit|extension)$/
const sourceKeys = /^(?:source|src|from|old)(?:_?(?:path|file|filename|name|uri))?$/i
const targetKeys = /^(?:destination|dest|target|to|new)(?:_?(?:path|file|filename|name|uri))?$/i

export type NamedPaths = {
  readonly all: readonly string[]
  /** Of tools that move or copy. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
}

/** Files that the arguments of a call name, at any depth; what stands in contents and texts names none. */
export function pathsInInput(input: unknown): NamedPaths {
  const found = { all: new Set<string>(), sources: new Set<string>(), targets: new Set<string>() }
  collect(input, '', 0)
  return { all: [...found.all], sources: [...found.sources], targets: [...found.targets] }

  function collect(value: unknown, key: string, depth: number): void {
    if (depth > deepest || isContentKey(key)) {
      // Edits are a list of what is to change where, in some agents with the file inside.
      if (depth > deepest || !Array.isArray(value)) return
    }
    if (typeof value === 'string') return collectText(value, key, depth)
    if (Array.isArray(value)) return value.forEach((item: unknown) => collect(item, key, depth + 1))
    if (typeof value !== 'object' || value === null) return
    for (const [own, inner] of Object.entries(value)) {
      // Some tools take files as an object of contents by path.
      if (/^files?$/i.test(key) && typeof inner === 'string' && /[./\\]/.test(own)) found.all.add(own)
      collect(inner, own, depth + 1)
    }
  }

  function collectText(value: string, key: string, depth: number): void {
    if (/^(?:arguments|args|input|params|parameters)$/i.test(key)) {
      const parsed = parseJson(value)
      if (typeof parsed === 'object') return collect(parsed, key, depth + 1)
    }
    const path = value.replace(/^file:\/\//, '').trim()
    if (!looksLikePath(path)) return
    if (sourceKeys.test(key)) found.sources.add(path)
    if (targetKeys.test(key)) found.targets.add(path)
    if (isPathKey(key)) found.all.add(path)
  }
}

const deepest = 8

function looksLikePath(text: string): boolean {
  return text !== '' && text.length <= 400 && !/[\n\r<>|"]|^[a-z]+:\/\//i.test(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A model wrote it: what is no JSON names nothing.
    return undefined
  }
}
