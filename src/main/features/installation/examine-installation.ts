import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { DoctorCheck } from '../../../shared/installation/app-contract.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { removeLeftFiles, removeLeftFolders } from '../../platform/files/leftovers.ts'
import { logFolder } from '../../platform/log/log-files.ts'
import type { CoreServices } from '../common/core-services.ts'
import { formatAsTyped } from '../common/find-own-command.ts'
import { removeLeftForks } from '../probe/probe-store.ts'
import { describeDatabase, describeFinding } from './doctor-words.ts'

/** What the doctor looks at. */
type Installation = Pick<CoreServices, 'info' | 'engine'> & Partial<Pick<CoreServices, 'log'>>

/** Everything that Dewpoint stands on; works without a database, and with one that is damaged. */
export async function examineInstallation(installation: Installation): Promise<DoctorCheck[]> {
  const { info } = installation
  const checks = await Promise.all([
    attemptCheck('version', 'Dewpoint', () => `${info.version}, ${info.door}`),
    attemptCheck('runtime', 'Runtime', () => `${formatRuntimeVersions()}, ${info.platform}`),
    examineFolder(info.dataFolder),
    examineStorage(installation),
    attemptCheck('log', 'Log', () => describeLog(installation)),
    attemptCheck('leftovers', 'Left by ended processes', () => removeLeftovers(info.dataFolder)),
    attemptCheck('workers', 'Worker threads', async () => {
      const probe = [{ role: 'user', content: 'ready?' }]
      const { messages } = await installation.engine.run('checkMessages', { messages: probe })
      return messages === 1 ? 'answering' : `answered ${messages} instead of 1`
    }),
    attemptCheck('tokenizer', 'Token counters', () => examineCounters(installation)),
  ])
  return checks.flat().map((check) => ({ ...check, detail: formatAsTyped(check.detail) }))
}

function formatRuntimeVersions(): string {
  const { node, electron, chrome, v8 } = process.versions
  const known = Object.entries({ node, electron, chrome, v8 }).filter(([, version]) => version !== undefined)
  return known.map(([name, version]) => `${name} ${version ?? ''}`).join(', ')
}

/** Who may only read there still looks at what is there. */
async function examineFolder(folder: string): Promise<DoctorCheck> {
  const check = { id: 'data-folder', label: 'Data folder' }
  const canAccess = (mode: number): Promise<boolean> =>
    access(folder, mode).then(
      () => true,
      () => false,
    )
  if (await canAccess(constants.R_OK | constants.W_OK))
    return { ...check, status: 'ok', detail: `${folder}, writable` }
  if (await canAccess(constants.R_OK))
    return { ...check, status: 'warning', detail: `${folder}, read-only: nothing new can be stored` }
  const isThere = await canAccess(constants.F_OK)
  return isThere
    ? { ...check, status: 'error', detail: `${folder} cannot be read` }
    : { ...check, status: 'ok', detail: `${folder}, not there yet` }
}

function describeLog({ info, log }: Installation): string {
  const folder = logFolder(info.dataFolder)
  const obstacle = log?.obstacle() ?? null
  if (obstacle !== null) throw new Error(`${folder}: nothing can be written (${obstacle})`)
  const level = log?.level() ?? null
  const state = level === null ? '' : level === 'off' ? ', off' : `, level ${level}`
  return `${folder}${state}. Shown by \`dewpoint logs\``
}

/** Of arms, of copies of databases, of forks of probes, and of files in the data folder that were not finished. */
async function removeLeftovers(dataFolder: string): Promise<string> {
  const places = [dataFolder, join(dataFolder, 'backups'), join(dataFolder, 'recordings')]
  const forks = await removeLeftForks(dataFolder)
  const removed = [...removeLeftFolders(), ...places.flatMap(removeLeftFiles), ...forks.removed]
  const unread = forks.unread.map(
    (folder) => `${folder} is of an agent that had ended: run its probe again to read it, or remove it`,
  )
  const said = removed.length === 0 ? [] : [`removed ${removed.join(', ')}`]
  return said.length + unread.length === 0 ? 'nothing' : [...said, ...unread].join('. ')
}

async function examineStorage({ engine, info }: Installation): Promise<readonly DoctorCheck[]> {
  try {
    const { database, search, backup } = await engine.run('examineDataFiles', { folder: info.dataFolder })
    return [...describeDatabase(database, backup), ...(search === null ? [] : [describeFinding(search)])]
  } catch (error) {
    return [{ id: 'database', label: 'Database', status: 'error', detail: describeError(error) }]
  }
}

/** A text with everything that tokenizers disagree about: scripts, signs, runs, special tokens. */
const probe = 'function f(x) { return x ?? 42 } // прывітанне 世界 🙂 <|endoftext|> ' + '='.repeat(70)

async function examineCounters({ engine }: Installation): Promise<string> {
  const { counterId, bulk, reference } = await engine.run('compareCounters', { text: probe })
  if (bulk !== reference)
    throw new Error(`${counterId}: the bulk counter says ${bulk}, the reference says ${reference}`)
  return `${counterId}, bulk and reference agree`
}

async function attemptCheck(
  id: string,
  label: string,
  examineIt: () => string | Promise<string>,
): Promise<DoctorCheck> {
  try {
    return { id, label, status: 'ok', detail: await examineIt() }
  } catch (error) {
    return { id, label, status: 'error', detail: describeError(error) }
  }
}
