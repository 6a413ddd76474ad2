import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WrittenSettings } from '../../../shared/take-home/use-plan-types.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { CoreServices } from '../common/core-services.ts'
import { restoreWritten } from './written-settings.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-written-'))
  path = join(folder, 'own.conf')
  await writeFile(path, 'mine')
  await writeFile(join(folder, 'evil'), 'evil')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Takes back what a list says that was written; what is still on the list. */
async function restoreListed(
  said: Partial<WrittenSettings>,
  isForced: boolean,
): Promise<readonly WrittenSettings[]> {
  const common = { id: 'w', target: 'codex', label: 'Codex', arm: 'native', writtenTs: 1 }
  let list: WrittenSettings[] = [{ ...common, path, backup: null, sha256: computeSha256('written'), ...said }]
  const writtenSettings: CoreServices['store']['writtenSettings'] = {
    list: async () => list,
    insert: async (one) => void list.push(one),
    remove: async (id) => void (list = list.filter((one) => one.id !== id)),
  }
  await restoreWritten({ store: { writtenSettings } as CoreServices['store'] }, { id: 'w', isForced })
  return list
}
const content = async (): Promise<unknown> => [
  (await readdir(folder)).toSorted(),
  await readFile(path, 'utf8'),
]
const stamp = '20260102T030405678'

describe('taking settings back', () => {
  it.each([
    ['a file that Dewpoint did not write', () => ({}), false],
    ['a file that Dewpoint did not write, by force', () => ({}), true],
    ['another file for what was there before', () => ({ backup: join(folder, 'evil') }), true],
    [
      'a name beside another file',
      () => ({ backup: `${join(folder, 'evil')}.before-dewpoint-${stamp}` }),
      true,
    ],
    ['a name that leads away', () => ({ backup: `${path}.before-dewpoint-/../evil` }), true],
    ['a file whose content is known for one that was new', () => ({ sha256: computeSha256('mine') }), true],
    [
      'a file of that content as what is put back',
      () => ({ backup: join(folder, 'evil'), sha256: computeSha256('mine') }),
      false,
    ],
  ])('leaves everything as it is where the list names %s', async (_, said, isForced) => {
    const before = await content()
    await expect(restoreListed(said(), isForced)).rejects.toThrow('shows that Dewpoint wrote it')
    expect(await content()).toEqual(before)
  })

  it('puts back what lies beside it under a name that only Dewpoint gives', async () => {
    const backup = `${path}.before-dewpoint-${stamp}`
    await writeFile(backup, 'before')
    expect(await restoreListed({ backup, sha256: computeSha256('mine') }, false)).toEqual([])
    expect(await content()).toEqual([['evil', 'own.conf'], 'before'])
  })

  it('removes a file that was new and has its mark, and forgets one that is gone', async () => {
    await writeFile(`${path}.by-dewpoint-1`, `${computeSha256('mine')}  own.conf\n`)
    expect(await restoreListed({}, false)).toEqual([])
    expect(await readdir(folder)).toEqual(['evil'])
    expect(await restoreListed({}, false)).toEqual([])
    expect(await readdir(folder)).toEqual(['evil'])
  })
})
