import { rm } from 'node:fs/promises'
import { computeSha256 } from './compute-sha256.ts'
import { FileFailure } from './file-failure.ts'
import { withNewFiles, withoutGuard } from './new-files.ts'
import { readFileBytes } from './read-file.ts'
import { writeFile } from './write-file.ts'
import { buildWrittenMark } from './written-mark.ts'

/** In bytes; no file of settings comes near to it. */
const longestFile = 1_000_000

/** The text of a file of settings; null where there is none. Throws `FileFailure`. */
export async function readSettingsText(path: string): Promise<string | null> {
  try {
    const bytes = await readFileBytes(path, longestFile)
    const text = bytes.toString('utf8')
    // What is no UTF-8 would be written back as something else.
    if (!Buffer.from(text).equals(bytes)) throw buildNotUtf8Failure(path)
    return text
  } catch (error) {
    if (error instanceof FileFailure && error.code === 'not-found') return null
    throw error
  }
}

/**
 * Writes settings and keeps beside them what was there, or a mark where nothing was. What fails leaves the file as it was, and no copy. Throws
 * `FileFailure`, also where the file is not what it was any more.
 */
export async function writeSettings({ path, text, before, backup, mark }: SettingsWriting): Promise<void> {
  if (before === null) {
    const file = { path, text }
    return withNewFiles([buildWrittenMark(mark, [file]), file], withoutGuard, doNothing)
  }
  // The file belongs to an agent: whoever calls has asked the person.
  await withNewFiles([{ path: backup, text: before }], withoutGuard, () =>
    writeFile(path, text, { guard: refuseIfChanged(path, computeSha256(before)), replace: true }),
  )
}

const doNothing = (): Promise<void> => Promise.resolve()

export type SettingsWriting = Readonly<{
  path: string
  text: string
  /** What is there; null where there is no file. */
  before: string | null
  /** Where what was there is kept. */
  backup: string
  /** What shows, where nothing was there, that Dewpoint wrote the file. */
  mark: string
}>

/**
 * Puts back what was there before, and removes its copy; without a copy, the file goes with its mark. Throws `FileFailure`, also where
 * the file has changed since it was written with this SHA-256, unless that is null.
 */
export async function restoreSettings(path: string, { backup, mark, sha256 }: Restoring): Promise<void> {
  const guard = sha256 === null ? withoutGuard : refuseIfChanged(path, sha256)
  if (backup === null) {
    await guard.check(path)
    await rm(path, { force: true })
    await rm(mark, { force: true })
    return
  }
  const before = await readSettingsText(backup)
  if (before === null) throw buildNoCopyFailure(backup)
  await writeFile(path, before, { guard, replace: true })
  await rm(backup, { force: true })
}

type Restoring = Readonly<{ backup: string | null; mark: string; sha256: string | null }>

/** Asked right before a file is replaced: somebody else may have saved it meanwhile. */
function refuseIfChanged(path: string, sha256: string): { readonly check: () => Promise<void> } {
  return {
    check: async () => {
      const text = await readSettingsText(path)
      if (text === null || computeSha256(text) !== sha256) throw buildChangedFailure(path)
    },
  }
}

function buildNotUtf8Failure(where: string): FileFailure {
  return new FileFailure({
    code: 'failed',
    message: 'The file holds bytes that are no UTF-8 text.',
    where,
    hint: 'Save it as UTF-8. Nothing was changed.',
  })
}

function buildChangedFailure(where: string): FileFailure {
  return new FileFailure({
    code: 'failed',
    message: 'The file was changed meanwhile.',
    where,
    hint: 'Look at it again. Nothing was changed.',
  })
}

function buildNoCopyFailure(where: string): FileFailure {
  return new FileFailure({
    code: 'not-found',
    message: 'The copy of what was there before is gone.',
    where,
    hint: 'Change the settings by hand.',
  })
}
