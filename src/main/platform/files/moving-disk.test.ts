import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { mkdtemp, realpath, writeFile as put } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendLine } from './append-line.ts'
import { removeNewFiles, withNewFiles } from './new-files.ts'
import { createSourceGuard } from './source-guard.ts'
import { onMovingDisk } from './testing/moving-disk.ts'
import { removeFile, writeFile } from './write-file.ts'

/** A link to a task takes the place of a folder between any two questions to the disk. */

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
const history = '[{"role":"user","content":"hello"}]'
const guard = createSourceGuard({
  known: async () => ({ sources: [at('task'), at('storage')], folders: [] }),
  wide: [],
})

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-swapped-')))
  mkdirSync(at('task'))
  mkdirSync(at('storage', 'project'), { recursive: true })
  await put(at('task', 'api_conversation_history.json'), history)
  await put(at('storage', 'project', 'a.jsonl'), history)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const writes: Readonly<Record<string, () => Promise<unknown>>> = {
  'a new file': () =>
    withNewFiles([{ path: at('out', 'deep', 'api_conversation_history.json'), text: 'one' }], guard, () =>
      Promise.resolve(),
    ),
  'a new file whose agent goes on with it': () =>
    withNewFiles(
      [{ path: at('out', 'deep', 'b.jsonl'), text: 'one' }],
      guard.within(at('out', 'deep', 'b.jsonl')),
      () => Promise.resolve(),
    ),
  'what a removal removes': () => removeFile(at('out', 'api_conversation_history.json'), { guard }),
  'what taking back a copy removes': () =>
    removeNewFiles([at('out', 'api_conversation_history.json')], 'out'),
  'a file': () => writeFile(at('out', 'a.jsonl'), 'new', { guard, replace: true }),
  'a line': () =>
    appendLine(at('out', 'deep', 'deeper', 'a.jsonl'), '{}', { guard, isOwn: () => true, what: 'recording' }),
}

/** What moves: the folder that was named, or the one that is made in it as soon as it is there. */
const named = { place: 'out', target: 'task' }
const madeInIt = { place: 'out/deep', target: 'storage/project' }
/** Some hundred moments each, so that not everything is moved for everything. */
const cases = [
  { what: 'a new file', ...named },
  { what: 'a new file whose agent goes on with it', ...madeInIt },
  { what: 'a file', ...named },
  { what: 'what a removal removes', ...named },
  { what: 'what taking back a copy removes', ...named },
  { what: 'a line', ...madeInIt },
]

const away = (place: string, target: string): boolean => {
  if (!existsSync(at(place))) return false
  renameSync(at(place), at('aside'))
  symlinkSync(at(target), at(place))
  return true
}
const back = (place: string): void => {
  rmSync(at(place))
  renameSync(at('aside'), at(place))
}

function expectUntouched(): void {
  expect(readdirSync(at('task'))).toEqual(['api_conversation_history.json'])
  expect(readdirSync(at('storage', 'project'))).toEqual(['a.jsonl'])
  expect(readdirSync(at('storage'))).toEqual(['project'])
  expect(readFileSync(at('task', 'api_conversation_history.json'), 'utf8')).toBe(history)
  expect(readFileSync(at('storage', 'project', 'a.jsonl'), 'utf8')).toBe(history)
}

/** Moves a folder away at a step, and back again before the next one or never. */
async function write(
  work: () => Promise<unknown>,
  { place, target, step, isBack }: { place: string; target: string; step: number; isBack: boolean },
): ReturnType<typeof onMovingDisk> {
  mkdirSync(at('out'))
  let isAway = false
  const done = await onMovingDisk((now) => {
    if (now === step) isAway = away(place, target)
    else if (isAway && isBack) {
      back(place)
      isAway = false
    }
  }, work)
  for (const name of ['out', 'aside']) rmSync(at(name), { recursive: true, force: true })
  return done
}

// Only there is a folder reached by what was opened and not by its name.
describe.runIf(process.platform === 'linux')('a folder that becomes a link to a source', () => {
  it.each(cases)('at any moment gets nothing of $what into it: $place', async ({ what, ...moved }) => {
    const work = writes[what] ?? (() => Promise.resolve())
    for (const isBack of [true, false]) {
      const { steps, error } = await write(work, { ...moved, step: -1, isBack })
      expect(error).toBeNull()
      for (let step = 0; step < steps; step += 1) {
        await write(work, { ...moved, step, isBack })
        expectUntouched()
      }
    }
  })
})
