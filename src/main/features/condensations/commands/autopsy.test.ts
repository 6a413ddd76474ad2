import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { resourcesFolder } from '../../../testing/start-dewpoint.ts'

const task = join(resourcesFolder, 'samples', 'pi', 'sessions')
let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

it('says first what was needed later and is missing, then the chains and how much else is gone', async () => {
  const { code, out } = await line.run(['autopsy', task])
  expect(code).toBe(0)
  expect(out).toMatch(
    /^22,748 → 7,454 tokens\. 1 thing needed later was missing: read again for 1,271 tokens, \$0\.0048\.\n/,
  )
  expect(out).toMatch(
    /said in #6 +not in the summary, needed in #49 \(join\.py read again, 1,271 tokens, \$0\.0048\)/,
  )
  expect(out).toMatch(
    /others +94 other details are gone and were not needed in the 27 requests that followed\./,
  )
})

it('gives back what is missing, to paste or as a file that it does not replace unasked', async () => {
  const pasted = await line.run(['autopsy', task, '--restore'])
  expect(pasted.out).toMatch(/From `[^`]*join\.py` \(message 6, before condensation 1\):\n\n```\n/)
  expect((await line.run(['autopsy', task, '--restore', 'note.md'])).out).toMatch(
    /^The note is in .*note\.md\.\n$/,
  )
  expect((await readFile(join(line.folder, 'note.md'), 'utf8')).trim()).toBe(pasted.out.trim())
  expect((await line.run(['autopsy', task, '--restore', 'note.md'])).code).toBe(2)
})

it('follows words that are pinned, from one call to the next', async () => {
  const first = await line.run(['autopsy', task, '--pin', 'join.py'])
  expect(first.out).toMatch(/pinned in #\d+ +"join\.py" kept word for word, in #\d+\n/)
  expect((await line.run(['autopsy', task])).out).toBe(first.out)
  const json = JSON.parse((await line.run(['autopsy', task, '--json'])).out) as { readonly facts: unknown }
  expect(json.facts).toMatchObject([{ text: 'join.py', fates: [{ n: 1, fate: 'verbatim' }] }])
  expect((await line.run(['autopsy', task, '--unpin', 'join.py'])).out).not.toContain('pinned in')
  expect((await line.run(['autopsy', task, '--pin', 'Nobody ever said so'])).err).toContain('word for word')
})
