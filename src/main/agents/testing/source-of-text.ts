import { defaultImportLimits } from '../import-limits.ts'
import { parseSource, type ParsedSource } from '../parsed-source.ts'
import type { SourceFile } from '../source-file.ts'

/** A file of which the text alone is at hand. */
export function fileOfText(name: string, text: string, more: Partial<SourceFile> = {}): SourceFile {
  return {
    name,
    text,
    utf8: null,
    bytes: null,
    bom: false,
    exact: true,
    sha256: null,
    changedTs: null,
    problems: [],
    ...more,
  }
}

/** A file with a text, as it is read by its path. */
export function sourceOfText(name: string, text: string, session: string | null): ParsedSource {
  return parseSource(
    {
      kind: 'file',
      path: `/logs/${name}`,
      realPath: '',
      name,
      files: [fileOfText(name, text)],
      refused: [],
      session,
      beside: { names: async () => [], read: async () => null },
    },
    defaultImportLimits,
  )
}
