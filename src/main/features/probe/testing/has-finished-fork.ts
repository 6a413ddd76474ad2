import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a fork was finished by now, as the folder of probes tells that a test names: what happens next is in a later one. */
export function hasFinishedFork(): boolean {
  const probes = process.env['FAKE_AGENT_PROBES'] ?? ''
  try {
    return readdirSync(probes).some((id) =>
      readdirSync(join(probes, id)).some((name) => name.endsWith('.json')),
    )
  } catch {
    return false
  }
}
