import {
  replayPolicyFileSchema,
  type ReplayPolicyEntry,
} from '../../../../shared/replay/replay-policy-types.ts'
import { readYamlAs, type ReadYamlAs } from './read-yaml-as.ts'

export type ReadReplayPolicies =
  | { readonly ok: true; readonly policies: readonly ReplayPolicyEntry[] }
  | Extract<ReadYamlAs<unknown>, { ok: false }>

/** Reads a file of policies, in YAML or JSON. Whether providers, presets and profiles are there is not looked at. */
export function readReplayPolicies(text: string): ReadReplayPolicies {
  const read = readYamlAs(text, replayPolicyFileSchema, { what: 'list of policies', key: 'policies' })
  return read.ok ? { ok: true, policies: read.value.policies } : read
}
