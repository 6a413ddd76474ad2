import { join } from 'node:path'
import { architectureDocs } from './architecture-docs.ts'
import { cliDocs } from './cli-docs.ts'
import { glossaryDocs } from './glossary-docs.ts'
import { presetDocs } from './preset-docs.ts'
import { writeFormatted } from './write-formatted.ts'

/** Writes the pages that are made by the program. A test fails while a committed page differs from what this writes. */
const pages = {
  'architecture.md': architectureDocs,
  'cli.md': cliDocs,
  'glossary.md': glossaryDocs,
  'methods-of-agents.md': presetDocs,
}

for (const [name, make] of Object.entries(pages)) {
  const file = join(import.meta.dirname, '..', 'docs', name)
  const text = make()
  writeFormatted(file, text)
  console.log(`${file}: ${text.length} characters`)
}
