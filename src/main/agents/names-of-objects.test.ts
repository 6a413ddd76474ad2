import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from './import-files.ts'

const samples = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples')
const files = globSync('**/*.jsonl', { cwd: samples }).toSorted()

/** Names that every object of JavaScript has without having been given them. */
const names = ['__proto__', 'constructor', 'toString']

// Found by `npm run bench -- damaged-files`, seed 20261130: such a name was looked up in a table of known types.
describe.each(files)('%s', (file) => {
  it.each(names)('is read as far as it goes where types are called %s', async (name) => {
    const lines = readFileSync(join(samples, file), 'utf8').split('\n').filter(Boolean)
    // One line in four, so that what is around it is still a history.
    for (const rest of [1, 2, 3]) {
      const text = lines.map((line, at) =>
        at > 0 && at % 4 === rest ? line.replace(/"(type|role)":"[^"]*"/, `"$1":"${name}"`) : line,
      )
      const { messages } = await importFiles(basename(file), [
        { name: basename(file), text: text.join('\n') },
      ])
      expect(messages.length).toBeGreaterThan(0)
      const roles = new Set(messages.map(({ role }) => role))
      expect([...roles].filter((role) => role !== 'user' && role !== 'assistant')).toEqual([])
    }
  })
})
