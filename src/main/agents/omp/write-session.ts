import { joinOn, type Machine } from '../discovery/editors.ts'
import { buildFolderName, createPiSessionWriter } from '../pi/write-session.ts'
import type { SessionWriter } from '../writing/session-writer.ts'
import { findAgentFolder } from './places.ts'

/** The first line has this length, its end included: the agent writes each title over the one before. */
const titleBytes = 256

/** Writes a session that `omp --session` goes on with. */
export const ompWriter: SessionWriter = {
  triedWith: null,
  ...createPiSessionWriter({
    program: 'omp',
    writeFront: (title, updatedAt) => [writeTitle(title, updatedAt)],
    findFolder: findSessionFolder,
  }),
}

function writeTitle(title: string, updatedAt: string): string {
  const letters = Array.from(title)
  const write = (pad: number): string =>
    JSON.stringify({ type: 'title', v: 1, title: letters.join(''), updatedAt, pad: ' '.repeat(pad) })
  while (Buffer.byteLength(write(0)) >= titleBytes) letters.pop()
  return write(titleBytes - 1 - Buffer.byteLength(write(0)))
}

/** Folders below the home folder are named by their way from there. */
function findSessionFolder(cwd: string, machine: Machine): string {
  const { home } = machine
  const isInHome = cwd === home || cwd.startsWith(joinOn(machine, home, '/'))
  const name = isInHome ? `-${cwd.slice(home.length + 1).replaceAll(/[/\\:]/g, '-')}` : buildFolderName(cwd)
  return joinOn(machine, findAgentFolder(machine), 'sessions', name)
}
