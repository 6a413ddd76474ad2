import type { WrittenState } from '../../../shared/take-home/session-copy-types.ts'
import type { WrittenSettings } from '../../../shared/take-home/use-plan-types.ts'
import { settingsFileWords } from '../../../shared/take-home/use-words.ts'
import type { UseRequest } from '../../../shared/take-home/uses-contract.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { FileFailure } from '../../platform/files/file-failure.ts'
import { readSettingsText, restoreSettings, writeSettings } from '../../platform/files/settings-files.ts'
import { readWrittenMark } from '../../platform/files/written-mark.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { planUse } from './plan-use.ts'

/**
 * Writes the settings that a plan showed, and keeps what was there beside them. What fails leaves the file as it was. Throws
 * a `Problem` as `planUse` does, and where the file changed since the plan, or holds the settings already.
 */
export async function writeUse(
  services: CoreServices,
  { sha256, ...request }: UseRequest & { readonly sha256: string | null },
): Promise<WrittenSettings> {
  const { plan, change } = await planUse(services, request)
  const { target, arm, file } = plan
  if (file === null || change === null)
    throw createSettingsProblem('not-allowed', 'noFile', target.label, target.id)
  if (file.diff === '') throw createSettingsProblem('bad-input', 'setAlready', target.label, file.path)
  if (file.sha256 !== sha256)
    throw createSettingsProblem('not-allowed', 'changedMeanwhile', target.label, file.path)
  const { path, before, after } = change
  const writtenTs = services.now()
  const stamp = new Date(writtenTs).toISOString().replaceAll(/[-:.Z]/g, '')
  const backup = formatBackupPath(path, stamp)
  const settings: WrittenSettings = {
    id: services.newId(),
    target: target.id,
    label: target.label,
    arm,
    path,
    backup: before === null ? null : backup,
    sha256: computeSha256(after),
    writtenTs,
  }
  // Listed before it is written: what is killed in between can be taken back.
  const { writtenSettings } = services.store
  await writtenSettings.insert(settings)
  try {
    await writeSettings({ path, text: after, before, backup, mark: findMarkPath(settings) })
  } catch (error) {
    await writtenSettings.remove(settings.id)
    throw error
  }
  return settings
}

/** Everything that was written, the newest first, with what has become of it. */
export async function listWrittenSettings({
  store,
}: Pick<CoreServices, 'store'>): Promise<readonly (WrittenSettings & { readonly state: WrittenState })[]> {
  const written = await store.writtenSettings.list()
  return Promise.all(written.map(async (one) => ({ ...one, state: await findWrittenState(one) })))
}

/**
 * Puts back what was there before. Throws a `Problem` where nothing of that id was written, where nothing on disk shows that
 * Dewpoint wrote it, whatever the list says, and, unless `isForced`, where the file was changed since.
 */
export async function restoreWritten(
  { store }: Pick<CoreServices, 'store'>,
  { id, isForced }: { readonly id: string; readonly isForced: boolean },
): Promise<void> {
  const written = (await store.writtenSettings.list()).find((one) => one.id === id)
  if (written === undefined) throw createSettingsProblem('not-found', 'notWritten', id, id)
  const { path, backup, label } = written
  const state = await findWrittenState(written)
  const own = await findWrittenSha256(written)
  const isForgotten = own === null && backup === null && state === 'gone'
  if (own === null && !isForgotten) throw createSettingsProblem('not-allowed', 'notOurs', path, path)
  if (!isForced && state === 'changed')
    throw createSettingsProblem('not-allowed', 'changedSince', label, path)
  const sha256 = isForced || state === 'gone' ? null : own
  if (!isForgotten)
    await restoreSettings(path, { backup, mark: findMarkPath(written), sha256 }).catch((error: unknown) => {
      // There is nothing left to put back, and the list would keep it forever.
      if (!isForced || !(error instanceof FileFailure) || error.where !== backup) throw error
    })
  await store.writtenSettings.remove(id)
}

const formatBackupPath = (path: string, stamp: string): string => `${path}.before-dewpoint-${stamp}`

/** Beside a file that was new. */
const findMarkPath = ({ path, writtenTs }: WrittenSettings): string => `${path}.by-dewpoint-${writtenTs}`

/**
 * SHA-256 of what Dewpoint wrote, null where nothing on disk shows that it wrote it: what was there before is kept under a
 * name that Dewpoint alone gives, and beside a file that was new lies its mark.
 */
async function findWrittenSha256(written: WrittenSettings): Promise<string | null> {
  const { path, backup, sha256 } = written
  if (backup === null) return (await readWrittenMark(findMarkPath(written))).get(path) ?? null
  const stamp = backup.slice(formatBackupPath(path, '').length)
  const isOwn = /^[\dT]{10,40}$/.test(stamp) && backup === formatBackupPath(path, stamp)
  return isOwn ? sha256 : null
}

async function findWrittenState(written: WrittenSettings): Promise<WrittenState> {
  const text = await readSettingsText(written.path).catch(() => '')
  if (text === null) return 'gone'
  return computeSha256(text) === (await findWrittenSha256(written)) ? 'as-written' : 'changed'
}

function createSettingsProblem(
  code: Problem['code'],
  reason: 'noFile' | 'setAlready' | 'changedMeanwhile' | 'changedSince' | 'notOurs' | 'notWritten',
  what: string,
  where: string,
): Problem {
  return new Problem({ code, ...settingsFileWords[reason](what), where })
}
