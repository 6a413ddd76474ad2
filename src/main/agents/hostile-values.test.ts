import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { messageSchema } from '../../shared/kernel/message.ts'
import { ImportFailure } from './import-failure.ts'
import { importFiles } from './import-files.ts'

const resources = join(import.meta.dirname, '..', '..', '..', 'resources')
const files = ['sample-task', 'samples'].flatMap((folder) =>
  globSync(`${folder}/**/*.{json,jsonl}`, { cwd: resources }).toSorted(),
)

/** `String` throws for it, and so do templates, `Number`, and `join` of a list that holds it. */
const textless = { toString: 1 }

/** The records of a history, cut down so that many can be read. */
function readSampleRecords(text: string): readonly unknown[] {
  const lines = text.includes('}\n{') ? text.trim().split('\n').slice(0, 20) : [text]
  return lines.map((line): unknown =>
    JSON.parse(line, (_, value: unknown) => {
      if (Array.isArray(value)) return value.slice(0, 12)
      return typeof value === 'string' ? value.slice(0, 200) : value
    }),
  )
}

function collectKeys(records: readonly unknown[]): ReadonlySet<string> {
  const keys = new Set<string>()
  JSON.stringify(records, (key, value: unknown) => {
    if (!/^\d*$/.test(key)) keys.add(key)
    return value
  })
  return keys
}

/** The text of records in which one of three values of a key, from the `rest`th on, has no text. */
function withoutText(records: readonly unknown[], key: string, rest: number): string {
  let count = 0
  const damaged = (name: string, value: unknown): unknown => {
    if (name !== key) return value
    count += 1
    return count % 3 === rest ? textless : value
  }
  return records.map((record) => JSON.stringify(record, damaged)).join('\n')
}

it.each(files)('%s is read or refused, whichever of its values have no text', async (file) => {
  const name = basename(file)
  const records = readSampleRecords(readFileSync(join(resources, file), 'utf8'))
  const faults: string[] = []
  for (const key of collectKeys(records))
    for (const rest of [0, 1, 2])
      try {
        const { messages } = await importFiles(name, [{ name, text: withoutText(records, key, rest) }])
        // What is none is refused wherever it is shown.
        if (!messages.every((message) => messageSchema.safeParse(message).success))
          faults.push(`${key}: no message`)
      } catch (error) {
        if (!(error instanceof ImportFailure)) faults.push(`${key}: ${String(error)}`)
      }
  expect(faults).toEqual([])
})
