import { joinOn, type Machine } from '../discovery/editors.ts'

/** The folder of the profile that is used where none is named (`dirs.ts` of its pi-utils). */
export function findAgentFolder(machine: Machine): string {
  return machine.environment['PI_CODING_AGENT_DIR'] || joinOn(machine, findRoot(machine), 'agent')
}

/** The folders in which it keeps sessions, there or not; those of other profiles lie below a folder of all of them. */
export function listSessionFolders(machine: Machine): readonly string[] {
  const { environment, platform } = machine
  const data = platform === 'win32' ? '' : (environment['XDG_DATA_HOME'] ?? '')
  return [
    joinOn(machine, findAgentFolder(machine), 'sessions'),
    joinOn(machine, findRoot(machine), 'profiles'),
    ...(data === ''
      ? []
      : [joinOn(machine, data, 'omp', 'sessions'), joinOn(machine, data, 'omp', 'profiles')]),
  ]
}

/** The variable names a folder below the home folder. */
function findRoot(machine: Machine): string {
  return joinOn(machine, machine.home, machine.environment['PI_CONFIG_DIR'] || '.omp')
}
