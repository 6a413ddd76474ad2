import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTasks } from './find-tasks.ts'
import { importFiles } from './import-files.ts'
import { importTask } from './import-task.ts'

const data = resolve(import.meta.dirname, '../../../../shared/data')
const isPresent = existsSync(join(data, 'roo-task'))
const folders = (kind: string): readonly string[] =>
  isPresent ? readdirSync(join(data, kind)).map((name) => join(data, kind, name)) : ['absent']

const hashFolderFiles = (folder: string): readonly string[] =>
  readdirSync(folder).map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  )

const parse = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))

describe.skipIf(!isPresent)('real histories', () => {
  it.each(folders('roo-task'))('%s is read whole and left as it is', async (folder) => {
    const before = hashFolderFiles(folder)
    const file = join(folder, 'api_conversation_history.json')
    const task = await importTask(folder)
    expect(JSON.stringify(task.messages)).toBe(JSON.stringify(parse(file)))
    expect(task.problems).toEqual([])
    expect(task.title).not.toBe('')
    expect(task.agent).toBe('roo')
    expect(task.usage.requests.length).toBeGreaterThan(0)
    const { indent, bom, trailing } = task.style
    const written = `${bom ? '\uFEFF' : ''}${JSON.stringify(task.messages, null, indent ?? '')}${trailing}`
    // Some of these files were laid out by hand or by a formatter; those have no style to be known.
    expect(indent === null || written === readFileSync(file, 'utf8')).toBe(true)
    expect(hashFolderFiles(folder)).toEqual(before)
  })

  it.each(folders('roo-task'))('%s gives a strict prefix wherever it is cut', async (folder) => {
    const text = readFileSync(join(folder, 'api_conversation_history.json'), 'utf8')
    const whole: readonly unknown[] = JSON.parse(text)
    for (let part = 1; part < 12; part += 1) {
      const cut = text.slice(0, Math.floor((text.length * part) / 12))
      let kept: readonly unknown[] = []
      try {
        kept = (await importFiles('cut', [{ name: 'cut.json', text: cut }])).messages
      } catch {
        // Cut inside the first message: there is nothing to keep.
      }
      expect(kept.length).toBeLessThan(whole.length)
      expect(JSON.stringify(kept)).toBe(JSON.stringify(whole.slice(0, kept.length)))
    }
  })

  it('are all found below one folder', async () => {
    const sessions = folders('cline-sdk-session').flatMap((folder) =>
      ['session', 'success'].map((name) => join(folder, `${name}.messages.json`)),
    )
    const { paths } = await findTasks(realpathSync(data))
    const found = paths.filter((path) => /roo-task|cline-sdk-session/.test(path))
    expect(found).toEqual([...folders('roo-task'), ...sessions].map((path) => realpathSync(path)).toSorted())
  })
})
