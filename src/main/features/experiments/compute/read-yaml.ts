import { LineCounter, parseDocument, type YAMLError } from 'yaml'
import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { createYamlWalk, type Path } from './walk-yaml.ts'

export type ReadYaml =
  | {
      readonly ok: true
      readonly value: unknown
      /** Words with the place of what a path leads to, or of the nearest thing above it that is there. */
      readonly locateIssue: (path: Path, message: string, at?: 'key' | 'value') => ExperimentIssue
    }
  | { readonly ok: false; readonly issues: readonly ExperimentIssue[] }

/** In UTF-16 code units; what an API takes as the text of an experiment. */
const longestText = 1_000_000
const mostIssues = 50

const wordsByCode: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  NON_STRING_KEY: 'Keys are single words here.',
  RESOURCE_EXHAUSTION: 'This nests too deeply.',
  TAB_AS_INDENT: 'Lines are indented with spaces, not with tabs.',
}

function explainYamlError(code: YAMLError['code'], what: string): string | undefined {
  return code === 'MULTIPLE_DOCS'
    ? `One file holds one ${what}. This begins a second one.`
    : wordsByCode[code]
}

/**
 * Reads YAML 1.2, and JSON with it, that may come from anybody: core types only, no tags, no merge keys, every key once,
 * with limits on size, depth and what aliases come to. Takes time in proportion to the text. `what` is what one file
 * holds one of.
 */
export function readYaml(text: string, what = 'experiment'): ReadYaml {
  if (text.length > longestText) {
    const message = `The text is too long: it may have ${formatCount(longestText)} characters.`
    return { ok: false, issues: [{ message, path: '', line: 0, column: 0 }] }
  }
  const source = text.replace(/^\uFEFF/, '')
  const lines = new LineCounter()
  const buildIssue = (message: string, path: Path, offset: number): ExperimentIssue => {
    const { line, col } = lines.linePos(offset)
    return { message, path: path.join('.'), line, column: col }
  }
  // The library compares every key with every other one; the walk finds keys that are there twice at once.
  const options = { uniqueKeys: false, stringKeys: true, merge: false, prettyErrors: false } as const
  const document = parseDocument(source, { ...options, schema: 'core', version: '1.2', lineCounter: lines })
  const odd = /[\0\uFFFD]/.exec(source)
  if (odd) return { ok: false, issues: [buildIssue('This is not UTF-8 text.', [], odd.index)] }
  if (document.errors.length > 0) {
    const issues = document.errors.map(({ code, message, pos }) =>
      buildIssue(explainYamlError(code, what) ?? `This is not YAML: ${message}.`, [], pos[0]),
    )
    return { ok: false, issues: issues.slice(0, mostIssues) }
  }
  const walk = createYamlWalk()
  const value = walk.readValue(document.contents)
  if (walk.faults.length > 0) {
    const issues = walk.faults.map(({ message, path, offset }) => buildIssue(message, path, offset))
    return { ok: false, issues: issues.slice(0, mostIssues) }
  }
  return {
    ok: true,
    value,
    locateIssue: (path, message, at = 'value') => buildIssue(message, path, walk.findOffset(path, at)),
  }
}
