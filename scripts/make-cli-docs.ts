import { join } from 'node:path'
import { cliDocs } from './cli-docs.ts'
import { glossaryDocs } from './glossary-docs.ts'
import { presetDocs } from './preset-docs.ts'
import { writeFormatted } from './write-formatted.ts'

/** Writes the pages of commands, terms and methods of agents. A test fails while a committed page differs from what this writes. */
const pages = { 'cli.md': cliDocs, 'glossary.md': glossaryDocs, 'methods-of-agents.md': presetDocs }

for (const [name, make] of Object.entries(pages)) {
  const file = join(import.meta.dirname, '..', 'docs', name)
  const text = make()
  writeFormatted(file, text)
  console.log(`${file}: ${text.length} characters`)
}
