import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { architectureDocs } from './architecture-docs.ts'
import { cliDocs } from './cli-docs.ts'
import { glossaryDocs } from './glossary-docs.ts'
import { presetDocs } from './preset-docs.ts'
import { writeFormatted } from './write-formatted.ts'

const docs = join(import.meta.dirname, '..', 'docs')

/** As it stands in the repository after `npm run docs:cli`. */
function formatted(text: string): string {
  // Beside the project's own pages, so that the formatter finds its settings.
  const folder = mkdtempSync(join(import.meta.dirname, '..', 'node_modules', 'docs-'))
  try {
    const file = join(folder, 'page.md')
    writeFormatted(file, text)
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('pages that are written by the program', () => {
  it.each([
    ['architecture.md', architectureDocs],
    ['cli.md', cliDocs],
    ['glossary.md', glossaryDocs],
    ['methods-of-agents.md', presetDocs],
  ])('%s is what `npm run docs:cli` writes now', (name, make) => {
    expect(readFileSync(join(docs, name), 'utf8')).toBe(formatted(make()))
  })

  it('the page of methods has each that follows somebody, with source, version and certainty', () => {
    const page = presetDocs()
    expect(page).toMatch(/\| \[opencode-2\]\(#opencode-2\) \| \S+ +\| \d{4}-\d{2} \| \w+/)
    expect(page).toContain('_Source_: deepseek-ai/deepseek-harness')
    expect(page).not.toContain('model-free')
  })

  it('the page of commands has every command with its options and an example', () => {
    const page = cliDocs()
    expect(page).toContain('## profiles add')
    expect(page).toMatch(/- `--goal <goal>`: what matters \(one of `cheapest`, .*, default: `balanced`\)/)
    expect(page).toContain('\n    dewpoint explain kept what was used next\n')
  })
})
