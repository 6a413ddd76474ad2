import { assertNever } from '../../../src/shared/kernel/assert-never.ts'
import type { Use } from './story.ts'

/** What a tool gave back, before an agent puts it into its own words. */
export type Used = {
  /** What it found or printed; of edits the lines around the change, of a failure the reason. */
  readonly result: string
  readonly isError: boolean
  /** First line of the file that an edit changed, counted from 1. */
  readonly line?: number
}

export type Project = { readonly files: Map<string, string>; readonly workspace: string }

/** Does to the project what the tool would do, and says what it would answer. */
export function useTool(use: Use, { files, workspace }: Project): Used {
  if (use.refused !== undefined) return { result: use.refused, isError: true }
  switch (use.tool) {
    case 'read': {
      const text = files.get(use.path)
      return text === undefined
        ? { result: `There is no file ${use.path}.`, isError: true }
        : { result: text, isError: false }
    }
    case 'list':
      return found([...files.keys()].filter((path) => isBelow(path, use.path)).toSorted())
    case 'search':
      return found(
        [...files]
          .filter(([path]) => isBelow(path, use.path))
          .flatMap(([path, text]) =>
            text
              .split('\n')
              .flatMap((line, at) =>
                line.includes(use.pattern) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
              ),
          ),
      )
    case 'run':
      return {
        result: use.output.replaceAll('{workspace}', workspace),
        isError: use.exit !== 0,
      }
    case 'write':
      files.set(use.path, use.content)
      return { result: `Wrote ${use.path}, ${use.content.split('\n').length - 1} lines.`, isError: false }
    case 'edit':
      return editFile(use, files)
    case 'plan':
      return { result: use.items.map(({ text, state }) => `[${state}] ${text}`).join('\n'), isError: false }
    default:
      return assertNever(use)
  }
}

const isBelow = (path: string, folder: string): boolean =>
  folder === '.' || path === folder || path.startsWith(`${folder}/`)

const found = (rows: readonly string[]): Used => ({
  result: rows.length === 0 ? 'Nothing found.' : rows.join('\n'),
  isError: false,
})

function editFile(use: Extract<Use, { tool: 'edit' }>, files: Map<string, string>): Used {
  const text = files.get(use.path) ?? ''
  const parts = text.split(use.find)
  if (parts.length !== 2)
    return {
      result: `The text to replace was found ${parts.length - 1} times in ${use.path}.`,
      isError: true,
    }
  const changed = text.replace(use.find, () => use.replace)
  files.set(use.path, changed)
  const line = (parts[0] ?? '').split('\n').length
  const lines = changed.split('\n').slice(Math.max(0, line - 4), line + use.replace.split('\n').length + 3)
  return { result: lines.join('\n'), isError: false, line: Math.max(1, line - 3) }
}
