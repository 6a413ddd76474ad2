import type { AsleepThing } from '../../../shared/kernel/asleep.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { asleepWords } from '../../../shared/kernel/words/asleep-words.ts'
import { describePermit } from '../../platform/arms/permits.ts'
import type { AsleepRow } from '../../platform/store/repositories/asleep-repository.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { readAllowedFolders } from './kept-permits.ts'

type AsleepServices = Pick<CoreServices, 'store' | 'info' | 'access' | 'library'>

/** What of a restored backup waits for the person, in sentences. */
export async function listAsleep({ store }: Pick<AsleepServices, 'store'>): Promise<AsleepThing[]> {
  return (await store.asleep.list()).map((row) => ({
    code: row.code,
    kind: row.kind,
    what: showControls(describe(row)),
    isForCommandLine: isForCommandLine(row),
    sinceTs: row.sinceTs,
  }))
}

/**
 * Lets one thing act, from now on and at every door. A problem where there is none of this code, where another one has its
 * name, or where this door may not.
 */
export async function confirmAsleep(services: AsleepServices, code: string): Promise<void> {
  const { store, info, access, library } = services
  const thing = (await store.asleep.list()).find((one) => one.code === code)
  if (thing === undefined) throw createNotFoundProblem(code)
  if (info.door !== 'command-line') {
    if (isForCommandLine(thing)) throw createCommandLineProblem(thing)
    if (thing.kind === 'watched-folder') access.resolve({ kind: 'path', path: thing.row.path })
  }
  const outcome = await store.asleep.wake(code)
  if (outcome === 'gone') throw createNotFoundProblem(code)
  if (outcome === 'taken') throw createTakenProblem(thing)
  if (thing.kind === 'folder') await readAllowedFolders(services)
  if (thing.kind === 'watched-folder') await library.addFolder(thing.row.path)
}

/** Throws one thing away. A problem where there is none of this code. */
export async function discardAsleep({ store }: Pick<AsleepServices, 'store'>, code: string): Promise<void> {
  if (!(await store.asleep.discard(code))) throw createNotFoundProblem(code)
}

function describe(thing: AsleepRow): string {
  switch (thing.kind) {
    case 'key':
      return asleepWords.key(thing.row.variable, thing.row.origin)
    case 'arm':
      return asleepWords.arm(describePermit(thing.row.target))
    case 'model':
      return asleepWords.model(thing.row.profile)
    case 'settings':
      return asleepWords.settings(thing.row.body)
    case 'session':
      return asleepWords.session(thing.row.body)
    case 'folder':
      return asleepWords.folder(thing.row.path)
    case 'watched-folder':
      return asleepWords.watchedFolder(thing.row.path)
  }
}

/** As it is where these are allowed in the first place. */
function isForCommandLine({ kind }: AsleepRow): boolean {
  return kind === 'key' || kind === 'arm'
}

function createNotFoundProblem(code: string): Problem {
  return new Problem({
    code: 'not-found',
    message: `Nothing of a restored backup is called ${code}`,
    where: code,
    hint: 'See `dewpoint restored`.',
  })
}

function createTakenProblem({ code, kind }: AsleepRow): Problem {
  return new Problem({
    code: 'not-allowed',
    message: `There is a ${kind === 'model' ? 'model profile' : 'thing'} of this name already`,
    where: code,
    hint: `Remove that one first, or throw this one away with \`dewpoint restored --discard ${code}\`.`,
  })
}

function createCommandLineProblem({ code }: AsleepRow): Problem {
  return new Problem({
    code: 'not-allowed',
    message: 'Only the command line says what may run and where a key may go',
    where: code,
    hint: `Use \`dewpoint restored --confirm ${code}\`.`,
  })
}
