import { access, constants } from 'node:fs/promises'
import type { DoctorCheck } from '../../shared/api/app.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { implementer } from './implementer.ts'
import type { Services } from './services.ts'

/** Handlers of the `app` area. */
export function appHandlers(services: Services) {
  const area = implementer.app
  return {
    takeStartProblems: area.takeStartProblems.handler(() => services.startProblems.take()),
    info: area.info.handler(() => services.info),
    doctor: area.doctor.handler(() => examine(services)),
  }
}

async function examine(services: Services): Promise<DoctorCheck[]> {
  const { info } = services
  return Promise.all([
    attempt('version', 'Dewpoint', () => `${info.version}, ${info.door}`),
    attempt('runtime', 'Runtime', () => `${runtimeVersions()}, ${info.platform}`),
    attempt('data-folder', 'Data folder', async () => {
      await access(info.dataFolder, constants.R_OK | constants.W_OK)
      return `${info.dataFolder}, writable`
    }),
    attempt('database', 'Database', () => examineStore(services)),
    attempt('log', 'Log', () => examineLog(services)),
    attempt('workers', 'Worker threads', async () => {
      const probe = [{ role: 'user', content: 'ready?' }]
      const { messages } = await services.engine.run('checkMessages', { messages: probe })
      return messages === 1 ? 'answering' : `answered ${messages} instead of 1`
    }),
    attempt('tokenizer', 'Token counters', () => examineCounters(services)),
  ])
}

function examineLog({ log }: Services): string {
  const obstacle = log.obstacle()
  if (obstacle !== null) throw new Error(`${log.folder}: nothing can be written (${obstacle})`)
  const level = log.level()
  return `${log.folder}, ${level === 'off' ? 'off' : `level ${level}`}; \`dewpoint logs\` shows it`
}

function runtimeVersions(): string {
  const { node, electron, chrome, v8 } = process.versions
  const known = Object.entries({ node, electron, chrome, v8 }).filter(([, version]) => version !== undefined)
  return known.map(([name, version]) => `${name} ${version ?? ''}`).join(', ')
}

async function examineStore({ store }: Services): Promise<string> {
  const findings = await store.integrityCheck()
  if (findings.length > 0) throw new Error(`${store.filePath}: ${findings.join('; ')}`)
  const { fileBytes, tasks, runs, schemaVersion } = await store.stats()
  const megabytes = (fileBytes / 1e6).toFixed(1)
  return `${store.filePath}, ${megabytes} MB, schema ${schemaVersion}, ${countOf(tasks, 'task')}, ${countOf(runs, 'run')}, no damage found`
}

/** A text with everything that tokenizers disagree about: scripts, signs, runs, special tokens. */
const probe = 'function f(x) { return x ?? 42 } // прывітанне 世界 🙂 <|endoftext|> ' + '='.repeat(70)

async function examineCounters({ engine }: Services): Promise<string> {
  const { counterId, bulk, reference } = await engine.run('compareCounters', { text: probe })
  if (bulk !== reference)
    throw new Error(`${counterId}: the bulk counter says ${bulk}, the reference says ${reference}`)
  return `${counterId}, bulk and reference agree`
}

async function attempt(
  id: string,
  label: string,
  examineIt: () => string | Promise<string>,
): Promise<DoctorCheck> {
  try {
    return { id, label, status: 'ok', detail: await examineIt() }
  } catch (error) {
    return { id, label, status: 'error', detail: error instanceof Error ? error.message : String(error) }
  }
}
