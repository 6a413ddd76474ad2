import {
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
  writeFile as put,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendLine } from './append-line.ts'
import { createSourceGuard, type SourceGuard } from './source-guard.ts'
import { makeFile, writeFile } from './write-file.ts'

/** A folder that is a link to a task whenever nobody looks. */

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
const line = '{"requestSha256":"x"}'
const history = '[{"role":"user","content":"hello"}]'

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-moving-')))
  await mkdir(at('out'))
  await mkdir(at('task'))
  await put(at('task', 'api_conversation_history.json'), history)
  await put(at('task', 'empty.jsonl'), '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const away = async (): Promise<void> => {
  await rename(at('out'), at('aside'))
  await symlink(at('task'), at('out'))
}
const back = async (): Promise<void> => {
  await rm(at('out'))
  await rename(at('aside'), at('out'))
}

/** While the guard looks, the folder is in its place; from the `from`th look on it is away as soon as it has looked. */
function guardBetween(from: number): Pick<SourceGuard, 'check'> {
  const known = async (): Promise<{ sources: string[]; folders: string[] }> => ({
    sources: [at('task')],
    folders: [],
  })
  const guard = createSourceGuard({ known, wide: [] })
  let looks = 0
  let isAway = false
  return {
    check: async (path) => {
      if (isAway) await back()
      isAway = false
      await guard.check(path)
      looks += 1
      if (looks < from) return
      await away()
      isAway = true
    },
  }
}

async function expectTaskUntouched(): Promise<void> {
  expect((await readdir(at('task'))).toSorted()).toEqual(['api_conversation_history.json', 'empty.jsonl'])
  expect(await readFile(at('task', 'api_conversation_history.json'), 'utf8')).toBe(history)
  expect(await readFile(at('task', 'empty.jsonl'), 'utf8')).toBe('')
}

// Only there is a folder reached by what was opened and not by its name.
describe.runIf(process.platform === 'linux').each([1, 2, 3, 4])(
  'a folder that moves after look %i',
  (from) => {
    const options = () => ({ guard: guardBetween(from), isOwn: () => true, what: 'recording' })

    it.each(['new.jsonl', 'empty.jsonl', 'deep/new.jsonl'])('gets no line into a task: %s', async (name) => {
      await appendLine(at('out', ...name.split('/')), line, options()).catch(() => undefined)
      await expectTaskUntouched()
    })

    it.each(['api_conversation_history.json', 'new.json'])('gets no file into a task: %s', async (name) => {
      await put(at('out', name), 'old')
      await writeFile(at('out', name), 'new', { guard: guardBetween(from), replace: true }).catch(
        () => undefined,
      )
      await expectTaskUntouched()
    })

    it('gets no file into a task that somebody else makes', async () => {
      const places: string[] = []
      const options = { guard: guardBetween(from), replace: false }
      const made = makeFile(at('out', 'new.json'), options, async (temporary) => {
        places.push(await realpath(dirname(temporary)))
        await put(temporary, 'new')
      })
      await made.catch(() => undefined)
      await expectTaskUntouched()
    })
  },
)

describe('appending', () => {
  const free = {
    guard: { check: async (): Promise<void> => undefined },
    isOwn: () => true,
    what: 'recording',
  }

  it('follows the link that a file is, and leaves it one', async () => {
    await symlink('real.jsonl', at('out', 'link.jsonl'))
    await put(at('out', 'real.jsonl'), '')
    await appendLine(at('out', 'link.jsonl'), line, free)
    await appendLine(at('out', 'a', 'b', 'new.jsonl'), line, free)
    expect(await readFile(at('out', 'real.jsonl'), 'utf8')).toBe(`${line}\n`)
    expect(await readFile(at('out', 'a', 'b', 'new.jsonl'), 'utf8')).toBe(`${line}\n`)
  })

  it('does not append to what has a second name', async () => {
    await link(at('task', 'empty.jsonl'), at('out', 'hard.jsonl'))
    await expect(appendLine(at('out', 'hard.jsonl'), line, free)).rejects.toThrow('a hard link')
    await expectTaskUntouched()
  })

  it('leaves no empty file where the guard refuses what was made', async () => {
    let looks = 0
    const check = async (): Promise<void> => {
      looks += 1
      if (looks === 3) throw new Error('It is a task now.')
    }
    await expect(appendLine(at('out', 'new.jsonl'), line, { ...free, guard: { check } })).rejects.toThrow(
      'now',
    )
    expect(await readdir(at('out'))).toEqual([])
  })

  it('says which folder cannot be made', async () => {
    await put(at('file'), '')
    const made = appendLine(at('file', 'deep', 'a.jsonl'), line, free)
    await expect(made).rejects.toMatchObject({ where: at('file'), code: 'not-a-file' })
  })
})
