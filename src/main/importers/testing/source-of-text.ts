import { defaultImportLimits } from '../import-limits.ts'
import { parseSource, type ParsedSource } from '../parsed-source.ts'

/** A file with a text, as it is read by its path. */
export function sourceOfText(name: string, text: string, session: string | null): ParsedSource {
  const file = {
    name,
    text,
    utf8: null,
    bytes: null,
    bom: false,
    exact: true,
    sha256: null,
    changedTs: null,
    problems: [],
  }
  return parseSource(
    {
      kind: 'file',
      path: `/logs/${name}`,
      realPath: '',
      name,
      files: [file],
      refused: [],
      session,
      beside: { names: async () => [], read: async () => null },
    },
    defaultImportLimits,
  )
}
