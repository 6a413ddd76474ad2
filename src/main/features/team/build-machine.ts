import { homedir } from 'node:os'
import type { Machine } from '../../agents/discovery/editors.ts'
import type { CoreServices } from '../common/core-services.ts'

/** What decides where agents keep their sessions and settings here. */
export function buildMachine({ environment }: Pick<CoreServices, 'environment'>): Machine {
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? homedir()
  return { platform: process.platform, home, environment }
}
