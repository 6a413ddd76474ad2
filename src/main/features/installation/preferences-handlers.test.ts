import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paceKey } from '../../../shared/library/pace-types.ts'
import { allowedFoldersKey } from '../../platform/store/allowed-folders.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-preferences-'))
  dewpoint = await startDewpoint(folder)
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a preference', () => {
  it.each([
    'theme',
    'goal',
    'library.filter',
    'draft.smart',
    'draft.prompt.mine',
    'sort.runs',
    'layout.smart',
  ])('of the page is set: %s', async (key) => {
    await dewpoint.client.preferences.set({ key, value: [key] })
    expect(await dewpoint.client.preferences.all()).toMatchObject({ [key]: [key] })
  })

  // What a page might widen or switch off for itself.
  it.each([
    allowedFoldersKey,
    paceKey,
    'policy',
    'profile-roles',
    'log-level',
    'sampleOffered',
    'desktop.window',
    'draft',
    'themes',
    '__proto__',
  ])('of anybody else is refused: %s', async (key) => {
    const before = await dewpoint.client.preferences.all()
    expect(await catchProblem(dewpoint.client.preferences.set({ key, value: ['/'] }))).toMatchObject({
      code: 'not-allowed',
      where: key,
    })
    expect(await dewpoint.client.preferences.all()).toEqual(before)
  })
})
