import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { importTask } from '../import-task.ts'

/** A session whose working folder changed twice. */
const moves = ['/old/place', '/work/it', '/work/it/src']
  .map((cwd, at) => ({
    type: 'user',
    uuid: `u${at}`,
    parentUuid: at === 0 ? null : `u${at - 1}`,
    sessionId: 's',
    timestamp: new Date((at + 1) * 1000).toISOString(),
    cwd,
    message: { role: 'user', content: `Message ${at}` },
  }))
  .map((line) => JSON.stringify(line))
  .join('\n')

it('works in the folder that it was started in, which the one it lies in is named for', async () => {
  expect((await importFiles('drop', [{ name: 'a.jsonl', text: moves }])).workspace).toBe('/old/place')
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-moved-'))
  const path = join(folder, '-work-it', 's.jsonl')
  await mkdir(dirname(path))
  await writeFile(path, moves)
  expect((await importTask(path)).workspace).toBe('/work/it')
  await rm(folder, { recursive: true })
})
