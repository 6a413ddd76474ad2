import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeCommandLine } from '../../cli/testing/command-line.ts'

it.each(['inspect', 'answer'])('says in `%s` why a task that is there cannot be opened', async (command) => {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-find-'))
  const loop = join(folder, 'loop.jsonl')
  await symlink(loop, loop)
  const line = await makeCommandLine()
  const { code, err } = await line.run([command, loop])
  await line.clean()
  await rm(folder, { recursive: true })
  expect(code).toBe(2)
  expect(err).toContain('is a link that leads to itself')
})
